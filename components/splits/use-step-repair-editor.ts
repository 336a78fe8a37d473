import { useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { callApi } from '@/lib/client/call-api'
import { formatQuantity } from '@/lib/platform/format'
import { findMiddleCutPosition, listCutPositions } from '@/lib/splits/cut-positions'
import { describeCompletedRepair } from '@/lib/splits/describe-repair'
import type { StepChange } from '@/lib/splits/repair-steps'
import type { RepairableSolution } from './step-repair'
import { toStepChangeInput } from './use-repair-preview'

/** Dismissed reports, to undo the dismissal. */
export interface DismissedSplitReports {
  step: number
  annotations: string[]
}

export type StepRepairEditor = ReturnType<typeof useStepRepairEditor>

/** The current step, the open change and the last outcome. */
export function useStepRepairEditor(
  slug: string,
  loadedSolution: RepairableSolution,
  initialStep: number,
) {
  const router = useRouter()
  const { solution, revision, steps, pageStart, stepCount } = loadedSolution
  const [currentStep, setCurrentStep] = useState(initialStep)
  const [change, setChange] = useState<StepChange | null>(null)
  const [dismissal, setDismissal] = useState<DismissedSplitReports | null>(null)
  const { isBusy, outcome, setOutcome, runAction } = useAction(() => router.refresh(), {
    waitsForRefresh: true,
  })
  const source = steps[currentStep - pageStart]?.source ?? ''
  const canRepair = loadedSolution.refusal === null

  /** Stable function, so that memoised rows do not render again. */
  const selectStep = useCallback(
    (step: number) => {
      setCurrentStep(Math.max(0, Math.min(step, stepCount - 1)))
      setChange(null)
      setOutcome(null)
      setDismissal(null)
    },
    [stepCount, setOutcome],
  )

  function openChange(newChange: StepChange) {
    setChange(newChange)
    setOutcome(null)
    setDismissal(null)
  }

  function startSplit() {
    const position = findMiddleCutPosition(listCutPositions(source), source.length)
    if (canRepair && position) openChange({ kind: 'split', step: currentStep, at: [position.at] })
  }

  /** Merges with the next step; each further call adds one more. */
  function startMerge() {
    const nextThrough = (change?.kind === 'merge' ? change.through : currentStep) + 1
    if (canRepair && nextThrough < stepCount)
      openChange({ kind: 'merge', step: currentStep, through: nextThrough })
  }

  async function repair() {
    if (!change) return
    await runAction(async () => {
      setDismissal(null)
      const reply = await callApi(
        'post /projects/{project}/splits/{solution}/repairs',
        { project: slug, solution, revision, change: toStepChangeInput(change) },
        { idempotencyKey: crypto.randomUUID() },
      )
      setChange(null)
      return describeCompletedRepair(change, reply)
    })
  }

  async function setReportsDismissed(reports: DismissedSplitReports, isDismissed: boolean) {
    if (reports.annotations.length === 0) return
    await runAction(async () => {
      setDismissal(null)
      await callApi('post /projects/{project}/splits/{solution}/dismissals', {
        project: slug,
        solution,
        revision,
        ...reports,
        dismissed: isDismissed,
      })
      setChange(null)
      if (isDismissed) setDismissal(reports)
      const { step, annotations } = reports
      const subject =
        annotations.length === 1 ? 'Report' : formatQuantity(annotations.length, 'report')
      return `${subject} on step ${step + 1} ${isDismissed ? 'dismissed' : 'reopened'}.`
    })
  }

  const close = () => setChange(null)
  const move = (at: number) => setChange({ kind: 'split', step: currentStep, at: [at] })
  return {
    currentStep,
    change,
    outcome,
    dismissal,
    isBusy,
    source,
    canRepair,
    selectStep,
    startSplit,
    startMerge,
    close,
    move,
    repair,
    setReportsDismissed,
  }
}
