import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isTargetOnPage, type StepPage } from '@/components/annotations/step-page'
import {
  selectNthAnswer,
  makeEditingActions,
} from '@/components/annotations/use-annotation-actions'
import { useExplanationWriting } from '@/components/annotations/use-explanation-writing'
import type { Comparison } from '@/components/reviews/review'
import { useAction } from '@/components/shell/use-action'
import {
  adoptAnnotation,
  applyReviewerAction,
  findAdoptedAnnotation,
  getFirstErrorAnswers,
  findAdjudicatedFinishReason,
  getCountedRatings,
  hasEqualErrorAnswers,
  mapAdjudicationToRepairedSteps,
  replaceAdjudicatedContent,
  addErrorOptions,
  createAdjudicationState,
} from '@/lib/adjudication/adjudication-state'
import { listAgreedRatings } from '@/lib/agreement/disagreement'
import { isWaitingForOptions, findFirstErrorStep } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { StepReveal } from '@/lib/client/labelling-screen-calls'
import { addRevealedOptions, type RevealedOptions } from '@/lib/client/revealed-options'
import type { Rating } from '@/lib/formats/record'
import { adjudicateSolution, sendAdjudicationWithdrawal } from './adjudication-requests'
import { formatAdjudicationConfirmation } from './describe-adjudication'
import {
  storeUnfinishedAdjudication,
  type UnfinishedAdjudication,
  readUnfinishedAdjudication,
} from './unfinished-adjudication'
import { useOptionsAtFirstError } from './use-options-at-first-error'

export type AdjudicationEditor = ReturnType<typeof useAdjudication>

const noRevealedOptions: RevealedOptions = { revealed: [], options: {}, explanations: {} }

/** State of an adjudication. The reviewer's ratings stay when the server's data changes. */
export function useAdjudication(slug: string, comparison: Comparison, isInBrowser: boolean) {
  const router = useRouter()
  const [lastComparison, setLastComparison] = useState(comparison)
  const [storedAdjudication] = useState(() =>
    isInBrowser ? findStoredAdjudication(comparison) : null,
  )
  const [work, setWork] = useState(() => createInitialWork(comparison, storedAdjudication))
  const [candidates, setCandidates] = useState(noRevealedOptions)
  const [note, setNote] = useState(storedAdjudication?.note ?? comparison.adjudication?.note ?? '')
  const [isGold, setGold] = useState(
    storedAdjudication?.isGold ?? comparison.adjudication?.madeGold ?? false,
  )
  const [columns, setColumns] = useState(() => chooseColumns(comparison, []))
  const sendAction = useAction(() => router.refresh(), { waitsForRefresh: true })
  if (lastComparison !== comparison) {
    setLastComparison(comparison)
    setColumns(chooseColumns(comparison, columns))
    if (comparison.revision !== lastComparison.revision) {
      setWork(mapAdjudicationToRepairedSteps(work, lastComparison.stepIds, comparison.stepIds))
      setCandidates(noRevealedOptions)
    }
  }
  const updateWork = useCallback((action: (state: WorkState) => WorkState) => setWork(action), [])
  const actions = useMemo(() => makeActions(updateWork), [updateWork])
  const textEditor = useExplanationWriting(comparison.solution, work, candidates, actions)
  const awaitedStep = findAwaitedStep(comparison, work)
  const errorOptionsLoad = useOptionsAtFirstError(slug, comparison, awaitedStep, (reveal) => {
    setCandidates((revealed) => addRevealedOptions(revealed, reveal))
    updateWork((state) => addErrorOptions(state, summariseReveal(reveal)))
  })

  const adjudication = comparison.adjudication
  const ratings = getCountedRatings(work)
  const answers = getFirstErrorAnswers(work)
  const finishReason = findAdjudicatedFinishReason(work)
  const isAdjudicated =
    adjudication !== null &&
    hasEqualRatings(ratings, adjudication.ratings) &&
    hasEqualErrorAnswers(answers, adjudication.answers) &&
    note.trim() === adjudication.note &&
    isGold === adjudication.madeGold
  useStoredAdjudication(comparison, isInBrowser, { work, note, isGold, isAdjudicated })
  const isReady = finishReason !== null && !isAdjudicated && comparison.refusal === null
  const canMakeGold = !comparison.isGold || adjudication?.madeGold === true

  function submit() {
    if (!isReady || textEditor.openUnsavedText()) return
    const adoptedAnnotation = findAdoptedAnnotation(work, comparison.annotations)
    void sendAction.runAction(async () => {
      const reply = await adjudicateSolution(slug, comparison, {
        ratings,
        answers,
        note,
        adopted: adoptedAnnotation,
        isGold: isGold && canMakeGold,
      })
      const error = finishReason === 'found_error' ? ratings.length - 1 : null
      return formatAdjudicationConfirmation(error, reply.isGold)
    })
  }

  function withdrawAdjudication() {
    if (!adjudication) return
    void sendAction.runAction(() => sendAdjudicationWithdrawal(slug, adjudication.adjudication))
  }

  /** Undoes the last change, or withdraws the adjudication if nothing changed since. Waits for the result of a request. */
  function undo() {
    if (sendAction.isBusy) return
    if (isAdjudicated) withdrawAdjudication()
    else actions.undo()
  }

  function adopt(column: 0 | 1) {
    const annotation = comparison.annotations.find((each) => each.annotation === columns[column])
    if (!annotation?.isCompared) return
    const explanations = annotation.error === null ? [] : candidates.explanations[annotation.error]
    const sources = explanations?.map(({ source }) => source)
    updateWork((state) => adoptAnnotation(state, annotation, sources))
  }

  const answer = (nth: number) =>
    updateWork((state) => answerCurrentTarget(state, nth, candidates, comparison))

  return {
    comparison,
    work,
    note,
    isGold,
    columns,
    adjudication,
    ratings,
    finishReason,
    isAdjudicated,
    isReady,
    canMakeGold,
    actions,
    answer,
    submit,
    withdrawAdjudication,
    undo,
    adopt,
    setNote,
    sendAction,
    candidates,
    textEditor,
    errorOptionsLoad,
    isTargetVisible: isTargetOnPage(comparison, work.currentTarget),
    canUndo: isAdjudicated || work.changes.length > 0,
    toggleGold: () => canMakeGold && setGold(!isGold),
    showColumn: (column: 0 | 1, annotation: string) => setColumns(columns.with(column, annotation)),
  }
}

/**
 * Gives the nth answer to the target that is current by now, because several keys may have waited for the options. Does
 * nothing if the target is on another page of steps.
 */
function answerCurrentTarget(
  state: WorkState,
  nth: number,
  { explanations }: RevealedOptions,
  page: StepPage,
): WorkState {
  if (!isTargetOnPage(page, state.currentTarget)) return state
  let next = state
  const editingActions = makeEditingActions(
    (action, inputMethod) => (next = applyReviewerAction(next, action, inputMethod)),
  )
  selectNthAnswer(editingActions, state, explanations, nth, 'key')
  return next
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
    storeUnfinishedAdjudication(solution, isStarted ? { revision, content, note, isGold } : null)
  }, [solution, revision, isInBrowser, work, note, isGold, isAdjudicated])
}

interface AdjudicationProgress {
  work: WorkState
  note: string
  isGold: boolean
  isAdjudicated: boolean
}

/** The returned functions are stable, so that memoised rows do not re-render. */
function makeActions(updateWork: (action: (state: WorkState) => WorkState) => void) {
  const dispatch = (
    ...[action, inputMethod]: Parameters<Parameters<typeof makeEditingActions>[0]>
  ) => updateWork((state) => applyReviewerAction(state, action, inputMethod))
  return {
    ...makeEditingActions(dispatch),
    undo: () => dispatch({ type: 'undo' }, 'key'),
  }
}

/** The step of the first error while its options are not loaded yet. */
function findAwaitedStep({ refusal }: Comparison, { content, shape }: WorkState): number | null {
  return refusal === null && isWaitingForOptions(content, shape)
    ? findFirstErrorStep(content, shape)
    : null
}

const summariseReveal = ({ step, options, explanations }: StepReveal) => ({
  step,
  options: options.length,
  explanations: explanations.map(({ source }) => source),
})

const findStoredAdjudication = ({ solution, revision, stepCount }: Comparison) =>
  readUnfinishedAdjudication(solution, { revision, stepCount })

/** Starts from the adjudication or the agreed ratings, with stored ones as a change that can be undone. */
function createInitialWork(
  comparison: Comparison,
  storedAdjudication: UnfinishedAdjudication | null,
): WorkState {
  const { annotations, adjudication } = comparison
  const comparedAnnotations = annotations.filter(({ isCompared }) => isCompared)
  const ratings = adjudication?.ratings ?? listAgreedRatings(comparedAnnotations)
  const initialWork = createAdjudicationState(comparison, ratings, adjudication?.answers)
  return storedAdjudication === null
    ? initialWork
    : replaceAdjudicatedContent(initialWork, storedAdjudication.content)
}

/** The annotations of the two columns: those shown before if they still exist, then the first other ones. */
function chooseColumns(
  { annotations }: Comparison,
  previousColumns: readonly string[],
): readonly string[] {
  const ids = annotations.map(({ annotation }) => annotation)
  const remainingColumns = previousColumns.filter((id) => ids.includes(id))
  const newColumns = ids.filter((id) => !remainingColumns.includes(id))
  // Keep the second column in its position.
  const isFirstRemoved = remainingColumns.length === 1 && remainingColumns[0] !== previousColumns[0]
  return isFirstRemoved
    ? [...newColumns.slice(0, 1), ...remainingColumns]
    : [...remainingColumns, ...newColumns].slice(0, 2)
}

const hasEqualRatings = (a: readonly Rating[], b: readonly Rating[]) =>
  a.length === b.length && a.every((rating, i) => rating === b[i])
