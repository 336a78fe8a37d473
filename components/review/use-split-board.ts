import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import type { OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import { AppError } from '@/lib/platform/errors'
import type { dismissSplitReportContract, repairStepsContract } from '@/lib/review/contract'
import { findMiddlePlace, listCutPlaces } from '@/lib/review/cut-places'
import { describeDone } from '@/lib/review/describe-repair'
import type { StepChange } from '@/lib/review/repair-steps'
import type { Split } from './split'
import { writeChange } from './use-repair-preview'

/** Reports that were put aside, so that they can be taken up again. */
export interface Dismissal {
  step: number
  annotations: string[]
}

export type SplitBoardState = ReturnType<typeof useSplitBoard>

/** What is lit, what is about to be done to it, and what came of it. */
export function useSplitBoard(slug: string, split: Split, first: number) {
  const router = useRouter()
  const { solution, revision, steps } = split
  const [lit, setLit] = useState(first)
  const [change, setChange] = useState<StepChange | null>(null)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [dismissal, setDismissal] = useState<Dismissal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const source = steps[lit]?.source ?? ''
  const canRepair = split.refusal === null

  /** Always the same function: a thousand rows are not drawn again when a cut moves. */
  const light = useCallback(
    (step: number) => {
      setLit(Math.max(0, Math.min(step, steps.length - 1)))
      setChange(null)
      setOutcome(null)
      setDismissal(null)
    },
    [steps.length],
  )

  function ask(asked: StepChange) {
    setChange(asked)
    setOutcome(null)
    setDismissal(null)
  }

  function askSplit() {
    const place = findMiddlePlace(listCutPlaces(source), source.length)
    if (canRepair && place) ask({ kind: 'split', step: lit, at: [place.at] })
  }

  /** With the next step; asked again, with one more. */
  function askMerge() {
    const through = (change?.kind === 'merge' ? change.through : lit) + 1
    if (canRepair && through < steps.length) ask({ kind: 'merge', step: lit, through })
  }

  /** One call at a time; what it says stands where it was asked for, and the page shows what is now. */
  async function act(run: () => Promise<OutcomeWords>) {
    if (isBusy) return
    setBusy(true)
    setDismissal(null)
    try {
      setOutcome(await run())
      setChange(null)
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
      if (error instanceof AppError && error.code === 'conflict') router.refresh()
    } finally {
      setBusy(false)
    }
  }

  async function repair() {
    if (!change) return
    await act(async () => {
      const done = await call<typeof repairStepsContract>(
        { method: 'post', path: '/projects/{project}/splits/{solution}/repairs' },
        { project: slug, solution, revision, change: writeChange(change) },
        { idempotencyKey: crypto.randomUUID() },
      )
      return { kind: 'done', words: describeDone(change, done) }
    })
  }

  async function dismiss(which: Dismissal, dismissed: boolean) {
    if (which.annotations.length === 0) return
    await act(async () => {
      await call<typeof dismissSplitReportContract>(
        { method: 'post', path: '/projects/{project}/splits/{solution}/dismissals' },
        { project: slug, solution, revision, ...which, dismissed },
      )
      if (dismissed) setDismissal(which)
      const words = dismissed
        ? `Step ${which.step + 1} stays as it is, and its report is put aside.`
        : `The report of step ${which.step + 1} is open again.`
      return { kind: 'done', words }
    })
  }

  const close = () => setChange(null)
  const move = (at: number) => setChange({ kind: 'split', step: lit, at: [at] })
  return {
    ...{ lit, change, outcome, dismissal, isBusy, source, canRepair },
    ...{ light, askSplit, askMerge, close, move, repair, dismiss },
  }
}
