import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { buildDecisionInput, findExampleOption } from './decision-fields'
import { formatQuestionCount } from './describe-questions'
import { toQuestionRef, type QuestionRefInput, type TypesetStepWithQuestions } from './question'
import {
  answerWithDecision,
  discardDecision,
  createDecision,
  reopenQuestions,
  dismissQuestions,
} from './question-requests'
import { useQuestionSelection } from './use-question-selection'

export type QuestionsListState = ReturnType<typeof useQuestionsList>

/** Undoes the last action. Returns the number of reopened questions. */
type Undo = () => Promise<number>

/** State and actions of the list of questions. */
export function useQuestionsList(slug: string, steps: readonly TypesetStepWithQuestions[]) {
  const router = useRouter()
  const listState = useQuestionSelection(steps)
  const [undo, setUndo] = useState<Undo | null>(null)
  /** The step that was current at the last action, so that undo can return to it. */
  const [resolvedKey, setResolvedKey] = useState<string | null>(null)
  const { isBusy, outcome, runAction } = useAction(() => router.refresh())

  const perform = (action: () => Promise<{ message: string; undo: Undo | null }>) =>
    runAction(async () => {
      const result = await action()
      setUndo(() => result.undo)
      return result.message
    })

  const resolve = (
    action: (
      refs: QuestionRefInput[],
      current: TypesetStepWithQuestions,
    ) => Promise<{ message: string; undo: Undo }>,
  ) =>
    perform(async () => {
      const { current, selectedSteps } = listState
      if (!current) return { message: 'No question selected.', undo: null }
      const refs = selectedSteps.flatMap(({ step, questions }) =>
        questions.map((question) => toQuestionRef(step, question)),
      )
      const result = await action(refs, current)
      listState.removeSteps(selectedSteps)
      setResolvedKey(current.key)
      return result
    })

  const answerWithNewDecision = () =>
    resolve(async (refs, step) => {
      const decision = await createDecision(
        slug,
        buildDecisionInput(listState.readDecisionFields(step), {
          ...step,
          option: findExampleOption(step.questions),
        }),
        refs,
      )
      const message = `Decision ${decision} answers ${countQuestions(refs)}. Not published yet.`
      return { message, undo: () => discardDecision(slug, decision) }
    })

  const answerWith = (decision: number) =>
    resolve(async (refs) => {
      const questions = await answerWithDecision(slug, decision, refs)
      const message = `Decision ${decision} now answers ${countQuestions(refs)} more.`
      return { message, undo: () => reopenQuestions(slug, questions) }
    })

  const dismiss = (note: string) =>
    resolve(async (refs) => {
      const questions = await dismissQuestions(slug, refs, note)
      const message = `${formatQuestionCount(questions.length)} dismissed.`
      return { message, undo: () => reopenQuestions(slug, questions) }
    })

  const undoLast = () =>
    perform(async () => {
      const count = undo === null ? 0 : await undo()
      if (resolvedKey !== null) listState.selectAfterReply(resolvedKey)
      return {
        message: `${formatQuestionCount(count)} reopened.`,
        undo: null,
      }
    })

  return {
    ...listState,
    outcome,
    isBusy,
    canUndo: undo !== null,
    answerWithNewDecision,
    answerWith,
    dismiss,
    undoLast,
  }
}

const countQuestions = (refs: readonly QuestionRefInput[]) => formatQuestionCount(refs.length)
