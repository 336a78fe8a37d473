import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome'
import { describeError } from '@/lib/client/read-refusal'
import { formatNoun } from '@/lib/platform/format'
import { buildDecisionInput } from './decision-draft'
import { toQuestionRef, type SentQuestionRef, type TypesetStep } from './question'
import {
  answerWithDecision,
  discardDecision,
  createDecision,
  reopenQuestions,
  dismissQuestions,
} from './question-requests'
import { useCurrentQuestion } from './use-current-question'

export type QuestionsListState = ReturnType<typeof useQuestionsList>

/** How the last act is taken back: gives how many questions wait again. */
type Undo = () => Promise<number>

/** Steps that were asked about, what is done about them, and what came of it. */
export function useQuestionsList(slug: string, steps: readonly TypesetStep[]) {
  const router = useRouter()
  const rows = useCurrentQuestion(steps)
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [undo, setUndo] = useState<Undo | null>(null)
  /** Lit when it was dealt with: undo lights it again. */
  const [resolvedKey, setResolvedKey] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  /** One call at a time; then the page shows what is now. */
  async function act(run: () => Promise<{ message: string; undo: Undo | null }>) {
    if (isBusy) return
    setBusy(true)
    try {
      const done = await run()
      setOutcome({ kind: 'success', message: done.message })
      setUndo(() => done.undo)
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'error', message: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  const resolve = (
    run: (
      refs: SentQuestionRef[],
      current: TypesetStep,
    ) => Promise<{ message: string; undo: Undo }>,
  ) =>
    act(async () => {
      const { current, selectedSteps } = rows
      if (!current) return { message: 'No question is lit.', undo: null }
      const refs = selectedSteps.flatMap(({ step, questions: own }) =>
        own.map((ask) => toQuestionRef(step, ask)),
      )
      const done = await run(refs, current)
      rows.removeSteps(selectedSteps)
      setResolvedKey(current.key)
      return done
    })

  const createFromDraft = () =>
    resolve(async (refs, lit) => {
      const decision = await createDecision(
        slug,
        buildDecisionInput(rows.readDraft(lit), lit),
        refs,
      )
      const message = `Decision ${decision} answers ${countQuestions(refs)}, and waits to be published.`
      return { message, undo: () => discardDecision(slug, decision) }
    })

  const answerWith = (decision: number) =>
    resolve(async (refs) => {
      const questions = await answerWithDecision(slug, decision, refs)
      const message = `Decision ${decision} answers ${countQuestions(refs)} more.`
      return { message, undo: () => reopenQuestions(slug, questions) }
    })

  const dismiss = (note: string) =>
    resolve(async (refs) => {
      const questions = await dismissQuestions(slug, refs, note)
      const message = `${formatNoun(questions.length, 'question is', 'questions are')} set aside.`
      return { message, undo: () => reopenQuestions(slug, questions) }
    })

  const undoLast = () =>
    act(async () => {
      const count = undo === null ? 0 : await undo()
      if (resolvedKey !== null) rows.selectRow(resolvedKey)
      return {
        message: `${formatNoun(count, 'question waits', 'questions wait')} again.`,
        undo: null,
      }
    })

  return {
    ...rows,
    outcome,
    isBusy,
    canUndo: undo !== null,
    createFromDraft,
    answerWith,
    dismiss,
    undoLast,
  }
}

const countQuestions = (refs: readonly SentQuestionRef[]) => formatNoun(refs.length, 'question')
