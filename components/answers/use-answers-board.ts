import { useState } from 'react'
import type { Verdict } from '@/lib/grading/verdict'
import type { PairView, ShownPair } from './pair'
import { findNext, isRuled, listPairs } from './settling'
import { useSettling } from './use-settling'

export type AnswersBoardState = ReturnType<typeof useAnswersBoard>

/** What is opened at the pair that is lit. */
export type Opened = 'note' | 'overrule' | null

/** The list as it stands, which pair is lit, and what can be done to it. */
export function useAnswersBoard({
  slug,
  person,
  show,
  given,
}: {
  slug: string
  person: string
  show: PairView
  given: readonly ShownPair[]
}) {
  const [asked, setAsked] = useState<string | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map())
  const [left, setLeft] = useState(given.length)
  const settling = useSettling({ slug, person, left })
  const pairs = listPairs(given, { show, said: settling.said, acted: settling.acted })
  if (pairs.length !== left) setLeft(pairs.length)
  const at = Math.max(
    0,
    pairs.findIndex(({ pair }) => pair === asked),
  )
  const lit = pairs[at] ?? null
  const note = lit === null ? '' : (notes.get(lit.pair) ?? lit.note ?? '')

  function light(pair: string | null) {
    setAsked(pair)
    setOpened(null)
  }

  function move(by: 1 | -1) {
    const next = pairs[at + by]
    if (next) light(next.pair)
  }

  function goOn(pair: ShownPair) {
    light(findNext(pairs, pair.pair))
  }

  function settle(verdict: Verdict) {
    if (!lit) return
    settling.settle(lit, { verdict, note: note.trim() })
    goOn(lit)
  }

  const canTakeBack = lit !== null && isRuled(lit)
  function takeBack() {
    if (!lit || !canTakeBack) return
    setNotes((before) => new Map(before).set(lit.pair, ''))
    settling.settle(lit, null)
    goOn(lit)
  }

  function undo() {
    const pair = settling.undo()
    if (pair) light(pair.pair)
  }

  function writeNote(words: string) {
    if (lit) setNotes((before) => new Map(before).set(lit.pair, words))
  }

  const open = (what: Opened) => setOpened(lit === null ? null : what)
  return {
    ...{ pairs, lit, at, note, opened, canTakeBack, settling },
    ...{ light, move, settle, takeBack, undo, writeNote, open },
  }
}
