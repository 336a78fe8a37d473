import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { OutcomeWords } from '@/components/ui/outcome'
import type { Rating } from '@/lib/formats/record'
import type { WorkState } from '@/lib/annotations/work-state'
import { mergeAgreed } from '@/lib/review/parting'
import {
  adoptRatings,
  carryRuling,
  findAdopted,
  lightStep,
  moveLight,
  rateStep,
  readRuling,
  readRulingEnd,
  startRuling,
  undoRuling,
} from '@/lib/review/ruling'
import { describeDone } from './describe-review'
import { keepRuling, type KeptRuling, readKeptRuling } from './keep-ruling'
import type { Comparison } from './review'
import { adjudicate, withdraw } from './send-ruling'
import { useSend } from './use-send'

export type RulingBoard = ReturnType<typeof useRuling>

/** A ruling in work over the annotations of one solution: what one has rated stays, whatever the server says meanwhile. */
export function useRuling(slug: string, given: Comparison, isInBrowser: boolean) {
  const router = useRouter()
  const [read, setRead] = useState(given)
  const [kept] = useState(() => (isInBrowser ? findKept(given) : null))
  const [work, setWork] = useState(() => startWork(given, kept))
  const [note, setNote] = useState(kept?.note ?? given.adjudication?.note ?? '')
  const [isGold, setGold] = useState(kept?.isGold ?? given.adjudication?.madeGold ?? false)
  const [columns, setColumns] = useState(() => chooseColumns(given, []))
  const sending = useSend(() => router.refresh())
  if (read !== given) {
    setRead(given)
    setColumns(chooseColumns(given, columns))
    if (given.revision !== read.revision) {
      const ids = ({ steps }: Comparison) => steps.map(({ id }) => id)
      setWork(carryRuling(work, ids(read), ids(given)))
    }
  }
  const change = useCallback((act: (state: WorkState) => WorkState) => setWork(act), [])
  const acts = useMemo(() => makeActs(change), [change])

  const standing = given.adjudication
  const ratings = readRuling(work)
  const end = readRulingEnd(work)
  const isSettled =
    standing !== null &&
    isSame(ratings, standing.ratings) &&
    note.trim() === standing.note &&
    isGold === standing.madeGold
  useKeepRuling(given, isInBrowser, { work, note, isGold, isSettled })
  const isReady = end !== null && !isSettled && given.refusal === null
  const canGold = !given.isGold || standing?.madeGold === true

  function rule() {
    if (!isReady) return
    const adopted = findAdopted(work, given.annotations)
    void sending.send(async () => {
      const done = await adjudicate(slug, given, {
        ratings,
        note,
        isGold: isGold && canGold,
        adopted,
      })
      const error = end === 'found_error' ? ratings.length - 1 : null
      return { kind: 'done', words: describeDone(error, done.isGold) } satisfies OutcomeWords
    })
  }

  function takeBack() {
    if (!standing) return
    void sending.send(() => withdraw(slug, standing.adjudication))
  }

  /** The last change; where nothing was changed since it was adjudicated, the adjudication. */
  function undo() {
    if (isSettled) takeBack()
    else setWork(undoRuling)
  }

  function adopt(column: 0 | 1) {
    const annotation = given.annotations.find((each) => each.annotation === columns[column])
    if (annotation?.isCompared) change((state) => adoptRatings(state, annotation.ratings))
  }

  return {
    ...{ given, work, note, isGold, columns, standing, ratings, end, isSettled, isReady, canGold },
    ...{ acts, rule, takeBack, undo, adopt, setNote, sending },
    canUndo: isSettled || work.changes.length > 0,
    toggleGold: () => canGold && setGold(!isGold),
    showColumn: (column: 0 | 1, annotation: string) => setColumns(columns.with(column, annotation)),
  }
}

/** What is begun and not made is kept for this tab: who leaves the page finds it as it was. */
function useKeepRuling(
  { solution, revision }: Comparison,
  isInBrowser: boolean,
  { work, note, isGold, isSettled }: Begun,
): void {
  useEffect(() => {
    if (!isInBrowser) return
    const ratings = work.content.steps
    const isBegun = !isSettled && (work.changes.length > 0 || note.trim() !== '' || isGold)
    keepRuling(solution, isBegun ? { revision, ratings, note, isGold } : null)
  }, [solution, revision, isInBrowser, work, note, isGold, isSettled])
}

interface Begun {
  work: WorkState
  note: string
  isGold: boolean
  isSettled: boolean
}

/** Always the same functions: a thousand rows are not drawn again when one of them changes. */
function makeActs(change: (act: (state: WorkState) => WorkState) => void) {
  return {
    rate: (step: number, rating: Rating) => change((state) => rateStep(state, step, rating)),
    rateLit: (rating: Rating) => change((state) => rateStep(state, null, rating)),
    light: (step: number) => change((state) => lightStep(state, step)),
    move: (by: 1 | -1) => change((state) => moveLight(state, by)),
  }
}

const findKept = ({ solution, revision, steps }: Comparison) =>
  readKeptRuling(solution, { revision, stepCount: steps.length })

/** What was adjudicated; else what all agree on. What was begun stands over it, and can be undone. */
function startWork(
  { steps, annotations, adjudication }: Comparison,
  kept: KeptRuling | null,
): WorkState {
  const compared = annotations.filter(({ isCompared }) => isCompared)
  const first = startRuling(steps.length, adjudication?.ratings ?? mergeAgreed(compared))
  return kept === null ? first : adoptRatings(first, kept.ratings)
}

/** The two columns: those shown before if they still exist, then the first of the others. */
function chooseColumns({ annotations }: Comparison, before: readonly string[]): readonly string[] {
  const ids = annotations.map(({ annotation }) => annotation)
  const remaining = before.filter((id) => ids.includes(id))
  const others = ids.filter((id) => !remaining.includes(id))
  // A second column that is left alone stays the second.
  const isFirstGone = remaining.length === 1 && remaining[0] !== before[0]
  return isFirstGone ? [...others.slice(0, 1), ...remaining] : [...remaining, ...others].slice(0, 2)
}

const isSame = (some: readonly Rating[], others: readonly Rating[]) =>
  some.length === others.length && some.every((rating, i) => rating === others[i])
