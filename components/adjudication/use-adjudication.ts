import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { selectNthAnswer, makeAnswerActions } from '@/components/annotations/use-annotation-actions'
import { useExplanationWriting } from '@/components/annotations/use-explanation-writing'
import type { Comparison } from '@/components/reviews/review'
import { useAction } from '@/components/shell/use-action'
import {
  adoptAnnotation,
  applyReviewerAction,
  findAdoptedAnnotation,
  getFinalAnswers,
  findAdjudicatedFinishReason,
  getFinalRatings,
  hasEqualErrorAnswers,
  mapAdjudicationToRepairedSteps,
  replaceAdjudicatedContent,
  showErrorOptions,
  createAdjudicationState,
} from '@/lib/adjudication/adjudication-state'
import { listAgreedRatings } from '@/lib/agreement/disagreement'
import { isWaitingForOptions, findFirstErrorStep } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { StepReveal } from '@/lib/client/labelling-screen-calls'
import { addRevealedOptions, type RevealedOptions } from '@/lib/client/revealed-options'
import type { Rating } from '@/lib/formats/record'
import { adjudicateSolution, sendAdjudicationWithdrawal } from './adjudication-requests'
import { describeSavedAdjudication } from './describe-adjudication'
import {
  storeAdjudication,
  type StoredAdjudication,
  readStoredAdjudication,
} from './stored-adjudication'
import { useErrorOptions } from './use-error-options'

export type AdjudicationEditor = ReturnType<typeof useAdjudication>

const nothingRevealed: RevealedOptions = { revealed: [], options: {}, explanations: {} }

/** State of an adjudication. The reviewer's ratings stay when the server's data changes. */
export function useAdjudication(slug: string, comparison: Comparison, isInBrowser: boolean) {
  const router = useRouter()
  const [lastComparison, setLastComparison] = useState(comparison)
  const [storedAdjudication] = useState(() => (isInBrowser ? findStored(comparison) : null))
  const [work, setWork] = useState(() => startFrom(comparison, storedAdjudication))
  const [candidates, setCandidates] = useState(nothingRevealed)
  const [note, setNote] = useState(storedAdjudication?.note ?? comparison.adjudication?.note ?? '')
  const [isGold, setGold] = useState(
    storedAdjudication?.isGold ?? comparison.adjudication?.madeGold ?? false,
  )
  const [columns, setColumns] = useState(() => chooseColumns(comparison, []))
  const sending = useAction(() => router.refresh())
  if (lastComparison !== comparison) {
    setLastComparison(comparison)
    setColumns(chooseColumns(comparison, columns))
    if (comparison.revision !== lastComparison.revision) {
      setWork(mapAdjudicationToRepairedSteps(work, lastComparison.stepIds, comparison.stepIds))
      setCandidates(nothingRevealed)
    }
  }
  const change = useCallback((action: (state: WorkState) => WorkState) => setWork(action), [])
  const actions = useMemo(() => makeActions(change), [change])
  const writing = useExplanationWriting(work, actions)
  const loading = useErrorOptions(slug, comparison, findAwaitedStep(comparison, work), (reveal) => {
    setCandidates((revealed) => addRevealedOptions(revealed, reveal))
    change((state) => showErrorOptions(state, countReveal(reveal)))
  })

  const adjudication = comparison.adjudication
  const ratings = getFinalRatings(work)
  const answers = getFinalAnswers(work)
  const end = findAdjudicatedFinishReason(work)
  const isAdjudicated =
    adjudication !== null &&
    isSame(ratings, adjudication.ratings) &&
    hasEqualErrorAnswers(answers, adjudication.answers) &&
    note.trim() === adjudication.note &&
    isGold === adjudication.madeGold
  useStoredAdjudication(comparison, isInBrowser, { work, note, isGold, isAdjudicated })
  const isReady = end !== null && !isAdjudicated && comparison.refusal === null
  const canGold = !comparison.isGold || adjudication?.madeGold === true

  function submit() {
    if (!isReady) return
    const adopted = findAdoptedAnnotation(work, comparison.annotations)
    void sending.runAction(async () => {
      const reply = await adjudicateSolution(slug, comparison, {
        ratings,
        answers,
        note,
        adopted,
        isGold: isGold && canGold,
      })
      const error = end === 'found_error' ? ratings.length - 1 : null
      return describeSavedAdjudication(error, reply.isGold)
    })
  }

  function withdrawAdjudication() {
    if (!adjudication) return
    void sending.runAction(() => sendAdjudicationWithdrawal(slug, adjudication.adjudication))
  }

  /** Undoes the last change, or withdraws the adjudication if nothing changed since. */
  function undo() {
    if (isAdjudicated) withdrawAdjudication()
    else actions.undo()
  }

  function adopt(column: 0 | 1) {
    const annotation = comparison.annotations.find((each) => each.annotation === columns[column])
    if (!annotation?.isCompared) return
    const explanations = annotation.error === null ? [] : candidates.explanations[annotation.error]
    const sources = explanations?.map(({ source }) => source)
    change((state) => adoptAnnotation(state, annotation, sources))
  }

  /** Gives the nth answer to what is current when it is called: several keys may wait for the options. */
  function answer(nth: number) {
    change((state) => {
      let next = state
      const own = makeAnswerActions((action, by) => (next = applyReviewerAction(next, action, by)))
      selectNthAnswer(own, state, candidates.explanations, nth, 'key')
      return next
    })
  }

  return {
    comparison,
    work,
    note,
    isGold,
    columns,
    adjudication,
    ratings,
    end,
    isAdjudicated,
    isReady,
    canGold,
    actions,
    answer,
    submit,
    withdrawAdjudication,
    undo,
    adopt,
    setNote,
    sending,
    candidates,
    writing,
    loading,
    canUndo: isAdjudicated || work.changes.length > 0,
    toggleGold: () => canGold && setGold(!isGold),
    showColumn: (column: 0 | 1, annotation: string) => setColumns(columns.with(column, annotation)),
  }
}

/** Stores an unfinished adjudication in this tab. */
function useStoredAdjudication(
  { solution, revision }: Comparison,
  isInBrowser: boolean,
  { work, note, isGold, isAdjudicated }: AdjudicationProgress,
): void {
  useEffect(() => {
    if (!isInBrowser) return
    const { steps, options, errors } = work.content
    const content = { steps, options, errors }
    const isStarted = !isAdjudicated && (work.changes.length > 0 || note.trim() !== '' || isGold)
    storeAdjudication(solution, isStarted ? { revision, content, note, isGold } : null)
  }, [solution, revision, isInBrowser, work, note, isGold, isAdjudicated])
}

interface AdjudicationProgress {
  work: WorkState
  note: string
  isGold: boolean
  isAdjudicated: boolean
}

/** Stable functions, so that memoised rows do not render again. */
function makeActions(change: (action: (state: WorkState) => WorkState) => void) {
  const dispatch = (...[action, by]: Parameters<Parameters<typeof makeAnswerActions>[0]>) =>
    change((state) => applyReviewerAction(state, action, by))
  return {
    ...makeAnswerActions(dispatch),
    undo: () => dispatch({ type: 'undo' }, 'key'),
  }
}

/** The first error, while its options are to come. */
function findAwaitedStep({ refusal }: Comparison, { content, shape }: WorkState): number | null {
  return refusal === null && isWaitingForOptions(content, shape)
    ? findFirstErrorStep(content, shape)
    : null
}

const countReveal = ({ step, options, explanations }: StepReveal) => ({
  step,
  options: options.length,
  explanations: explanations.map(({ source }) => source),
})

const findStored = ({ solution, revision, stepCount }: Comparison) =>
  readStoredAdjudication(solution, { revision, stepCount })

/** Starts from the adjudication or the agreed ratings, with stored ones as a change that can be undone. */
function startFrom(
  comparison: Comparison,
  storedAdjudication: StoredAdjudication | null,
): WorkState {
  const { annotations, adjudication } = comparison
  const compared = annotations.filter(({ isCompared }) => isCompared)
  const ratings = adjudication?.ratings ?? listAgreedRatings(compared)
  const first = createAdjudicationState(comparison, ratings, adjudication?.answers)
  return storedAdjudication === null
    ? first
    : replaceAdjudicatedContent(first, storedAdjudication.content)
}

/** The two columns: those shown before if they still exist, then the first of the others. */
function chooseColumns({ annotations }: Comparison, before: readonly string[]): readonly string[] {
  const ids = annotations.map(({ annotation }) => annotation)
  const remaining = before.filter((id) => ids.includes(id))
  const others = ids.filter((id) => !remaining.includes(id))
  // Keep the second column in its position.
  const isFirstRemoved = remaining.length === 1 && remaining[0] !== before[0]
  return isFirstRemoved
    ? [...others.slice(0, 1), ...remaining]
    : [...remaining, ...others].slice(0, 2)
}

const isSame = (some: readonly Rating[], others: readonly Rating[]) =>
  some.length === others.length && some.every((rating, i) => rating === others[i])
