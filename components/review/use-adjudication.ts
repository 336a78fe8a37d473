import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { OutcomeMessage } from '@/components/ui/outcome'
import type { Rating } from '@/lib/formats/record'
import type { WorkState } from '@/lib/annotations/work-state'
import { listAgreedRatings } from '@/lib/review/disagreement'
import {
  adoptRatings,
  remapAdjudication,
  findAdoptedAnnotation,
  selectStep,
  moveSelection,
  rateStep,
  getFinalRatings,
  getFinalOutcome,
  startAdjudication,
  undoChange,
} from '@/lib/review/adjudication-state'
import { describeAdjudicated } from './describe-review'
import {
  storeAdjudication,
  type StoredAdjudication,
  readStoredAdjudication,
} from './stored-adjudication'
import type { Comparison } from './review'
import { adjudicate, withdraw } from './review-requests'
import { useRequest } from './use-request'

export type AdjudicationEditor = ReturnType<typeof useAdjudication>

/** State of an adjudication. The reviewer's ratings stay when the server's data changes. */
export function useAdjudication(slug: string, comparison: Comparison, isInBrowser: boolean) {
  const router = useRouter()
  const [lastComparison, setLastComparison] = useState(comparison)
  const [storedAdjudication] = useState(() => (isInBrowser ? findStored(comparison) : null))
  const [work, setWork] = useState(() => startFrom(comparison, storedAdjudication))
  const [note, setNote] = useState(storedAdjudication?.note ?? comparison.adjudication?.note ?? '')
  const [isGold, setGold] = useState(
    storedAdjudication?.isGold ?? comparison.adjudication?.madeGold ?? false,
  )
  const [columns, setColumns] = useState(() => chooseColumns(comparison, []))
  const sending = useRequest(() => router.refresh())
  if (lastComparison !== comparison) {
    setLastComparison(comparison)
    setColumns(chooseColumns(comparison, columns))
    if (comparison.revision !== lastComparison.revision) {
      setWork(remapAdjudication(work, lastComparison.stepIds, comparison.stepIds))
    }
  }
  const change = useCallback((action: (state: WorkState) => WorkState) => setWork(action), [])
  const actions = useMemo(() => makeActions(change), [change])

  const adjudication = comparison.adjudication
  const ratings = getFinalRatings(work)
  const end = getFinalOutcome(work)
  const isSettled =
    adjudication !== null &&
    isSame(ratings, adjudication.ratings) &&
    note.trim() === adjudication.note &&
    isGold === adjudication.madeGold
  useStoredAdjudication(comparison, isInBrowser, { work, note, isGold, isSettled })
  const isReady = end !== null && !isSettled && comparison.refusal === null
  const canGold = !comparison.isGold || adjudication?.madeGold === true

  function submit() {
    if (!isReady) return
    const adopted = findAdoptedAnnotation(work, comparison.annotations)
    void sending.send(async () => {
      const reply = await adjudicate(slug, comparison, {
        ratings,
        note,
        isGold: isGold && canGold,
        adopted,
      })
      const error = end === 'found_error' ? ratings.length - 1 : null
      return {
        kind: 'success',
        message: describeAdjudicated(error, reply.isGold),
      } satisfies OutcomeMessage
    })
  }

  function withdrawAdjudication() {
    if (!adjudication) return
    void sending.send(() => withdraw(slug, adjudication.adjudication))
  }

  /** Undoes the last change, or withdraws the adjudication if nothing changed since. */
  function undo() {
    if (isSettled) withdrawAdjudication()
    else setWork(undoChange)
  }

  function adopt(column: 0 | 1) {
    const annotation = comparison.annotations.find((each) => each.annotation === columns[column])
    if (annotation?.isCompared) change((state) => adoptRatings(state, annotation.ratings))
  }

  return {
    ...{
      comparison,
      work,
      note,
      isGold,
      columns,
      adjudication,
      ratings,
      end,
      isSettled,
      isReady,
      canGold,
    },
    ...{ actions, submit, withdrawAdjudication, undo, adopt, setNote, sending },
    canUndo: isSettled || work.changes.length > 0,
    toggleGold: () => canGold && setGold(!isGold),
    showColumn: (column: 0 | 1, annotation: string) => setColumns(columns.with(column, annotation)),
  }
}

/** Stores an unfinished adjudication in this tab. */
function useStoredAdjudication(
  { solution, revision }: Comparison,
  isInBrowser: boolean,
  { work, note, isGold, isSettled }: AdjudicationProgress,
): void {
  useEffect(() => {
    if (!isInBrowser) return
    const ratings = work.content.steps
    const isStarted = !isSettled && (work.changes.length > 0 || note.trim() !== '' || isGold)
    storeAdjudication(solution, isStarted ? { revision, ratings, note, isGold } : null)
  }, [solution, revision, isInBrowser, work, note, isGold, isSettled])
}

interface AdjudicationProgress {
  work: WorkState
  note: string
  isGold: boolean
  isSettled: boolean
}

/** Stable functions, so that memoized rows do not render again. */
function makeActions(change: (action: (state: WorkState) => WorkState) => void) {
  return {
    rate: (step: number, rating: Rating) => change((state) => rateStep(state, step, rating)),
    rateCurrent: (rating: Rating) => change((state) => rateStep(state, null, rating)),
    select: (step: number) => change((state) => selectStep(state, step)),
    move: (by: 1 | -1) => change((state) => moveSelection(state, by)),
  }
}

const findStored = ({ solution, revision, stepCount }: Comparison) =>
  readStoredAdjudication(solution, { revision, stepCount })

/** Starts from the adjudication or the agreed ratings, with stored ratings as a change that can be undone. */
function startFrom(
  { stepCount, annotations, adjudication }: Comparison,
  storedAdjudication: StoredAdjudication | null,
): WorkState {
  const compared = annotations.filter(({ isCompared }) => isCompared)
  const first = startAdjudication(stepCount, adjudication?.ratings ?? listAgreedRatings(compared))
  return storedAdjudication === null ? first : adoptRatings(first, storedAdjudication.ratings)
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
