import { useState } from 'react'
import type { Verdict } from '@/lib/grading/verdict'
import type { PairView, Subject } from './pair'
import { findNext, isRuled, listSubjects, merge, type Word } from './settling'
import { useSettling } from './use-settling'

/** What is opened at what is lit. */
export type Opened = 'note' | 'solutions' | 'overrule' | 'reading' | null

export type AnswersBoardState<T extends Subject = Subject> = ReturnType<typeof useAnswersBoard<T>>

/** The list as it stands, what is lit, and what can be done to it. */
export function useAnswersBoard<T extends Subject>({
  slug,
  person,
  show,
  given,
}: {
  slug: string
  person: string
  show: PairView | 'unanswered'
  given: readonly T[]
}) {
  const [asked, setAsked] = useState<string | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map())
  const [left, setLeft] = useState(given.length)
  const [latest, setLatest] = useState(given)
  const [known, setKnown] = useState(given)
  /** Pairs of whose solutions was spoken one by one: they keep their place. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  if (latest !== given) {
    setLatest(given)
    setKnown(merge(known, given))
  }
  const settling = useSettling({ slug, person, left })
  const isGiven = new Set(given.map(({ key }) => key))
  const list = listSubjects(known, {
    ...{ show, given: isGiven, said: settling.said },
    kept: new Set([...touched, ...settling.contested]),
  })
  if (list.length !== left) setLeft(list.length)
  const at = Math.max(
    0,
    list.findIndex(({ key }) => key === asked),
  )
  const lit = list[at] ?? null

  function light(key: string | null) {
    setAsked(key)
    setOpened(null)
  }

  function move(by: 1 | -1) {
    const next = list[at + by]
    if (next) light(next.key)
  }

  /** The note that goes with a word on it. */
  const readNote = (subject: Subject) => notes.get(subject.key) ?? subject.note ?? ''
  const writeNote = ({ key }: Subject, words: string) =>
    setNotes((before) => new Map(before).set(key, words))

  function say(word: Word) {
    if (!lit) return
    settling.settle(lit, word)
    light(findNext(list, lit.key))
  }

  const settle = (verdict: Verdict) => lit && say({ verdict, note: readNote(lit).trim() })

  const canTakeBack = lit !== null && isRuled(lit)
  function takeBack() {
    if (!lit || !canTakeBack) return
    writeNote(lit, '')
    say(null)
  }

  /** Of one of the solutions of the pair that is lit. */
  function sayOfSolution(solution: Subject, word: Word) {
    if (lit) setTouched((before) => new Set(before).add(lit.key))
    settling.settle(solution, word)
  }

  function undo() {
    const subject = settling.undo()
    // One of the solutions of a pair is lit elsewhere.
    if (subject && known.some(({ key }) => key === subject.key)) light(subject.key)
  }

  const open = (what: Opened) => setOpened(lit === null ? null : what)
  /** Not on the server's page any more, and kept in its place. */
  const isGone = ({ key }: Subject) => touched.has(key) && !isGiven.has(key)
  return {
    ...{ list, lit, at, opened, canTakeBack, settling, isGone },
    ...{ light, move, say, settle, takeBack, sayOfSolution, undo, readNote, writeNote, open },
  }
}
