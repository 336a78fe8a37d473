import { useState } from 'react'
import { useLeaveGuard } from '@/components/ui/use-leave-guard'
import { useListSelection } from '@/components/ui/use-list-selection'
import type { Verdict } from '@/lib/grading/verdict'
import type { AnswerPairView, VerdictSubject } from './answers'
import { useVerdictChanges } from './use-verdict-changes'
import {
  findNextRowKey,
  hasDirectPersonVerdict,
  isNoteUnsaved,
  listDisplayedVerdictSubjects,
  mergeVerdictSubjects,
  type NoteDraft,
  type VerdictInput,
} from './verdict-details'

/** What is open for the current row. */
export type AnswerListPanel = 'note' | 'solutions' | 'override' | 'answer' | null

export type AnswerListState<T extends VerdictSubject = VerdictSubject> = ReturnType<
  typeof useAnswerList<T>
>

/** The list, its current row, and the actions on it. */
export function useAnswerList<T extends VerdictSubject>({
  slug,
  person,
  show,
  loaded,
}: {
  slug: string
  person: string
  show: AnswerPairView | 'unanswered'
  loaded: readonly T[]
}) {
  const [noteDrafts, setNoteDrafts] = useState<ReadonlyMap<string, NoteDraft>>(new Map())
  const [waitingCount, setWaitingCount] = useState(loaded.length)
  const [lastLoaded, setLastLoaded] = useState(loaded)
  const [knownSubjects, setKnownSubjects] = useState(loaded)
  /** Pairs with overrides stay in the list. */
  const [pairsWithOverrides, setPairsWithOverrides] = useState<ReadonlySet<string>>(new Set())
  if (lastLoaded !== loaded) {
    setLastLoaded(loaded)
    setKnownSubjects(mergeVerdictSubjects(knownSubjects, loaded))
  }
  const verdictChanges = useVerdictChanges({ slug, person, waitingCount })
  const loadedKeys = new Set(loaded.map(({ key }) => key))
  const list = listDisplayedVerdictSubjects(knownSubjects, {
    show,
    loaded: loadedKeys,
    localVerdicts: verdictChanges.localVerdicts,
    pinned: new Set([...pairsWithOverrides, ...verdictChanges.conflicts]),
  })
  if (list.length !== waitingCount) setWaitingCount(list.length)
  const hasKey = (key: string) => (subject: VerdictSubject) => subject.key === key
  // Ignores rows that have left the list. Solutions of a pair are not rows, so their notes always count.
  useLeaveGuard(() =>
    [...noteDrafts].some(
      ([key, draft]) =>
        (list.some(hasKey(key)) || !knownSubjects.some(hasKey(key))) &&
        isNoteUnsaved(draft, verdictChanges.localVerdicts.get(key)),
    ),
  )
  const { current, panel, setPanel, select, move } = useListSelection<
    T,
    Exclude<AnswerListPanel, null>
  >(list, ({ key }) => key)

  /** The note to save with the verdict. */
  const readNote = (subject: VerdictSubject) =>
    noteDrafts.get(subject.key)?.text ?? subject.note ?? ''
  function writeNote(subject: VerdictSubject, text: string) {
    setNoteDrafts((before) => new Map(before).set(subject.key, { subject, text }))
  }

  function send(subject: VerdictSubject, input: VerdictInput) {
    const { key } = subject
    const draft = noteDrafts.get(key)
    if (input !== null || !draft) return verdictChanges.settle(subject, input)
    // Withdrawing a verdict discards its note, but not if the server rejects it.
    setNoteDrafts((before) => new Map([...before].filter(([each]) => each !== key)))
    verdictChanges.settle(subject, input, () =>
      setNoteDrafts((before) => (before.has(key) ? before : new Map(before).set(key, draft))),
    )
  }

  function submit(input: VerdictInput) {
    if (!current) return
    send(current, input)
    select(findNextRowKey(list, current.key))
  }

  const settle = (verdict: Verdict) =>
    current && submit({ verdict, note: readNote(current).trim() })

  const canWithdraw = current !== null && hasDirectPersonVerdict(current)
  const withdraw = () => canWithdraw && submit(null)

  /** Gives a verdict on one solution of the current pair. */
  function overrideSolution(solution: VerdictSubject, input: VerdictInput) {
    if (current) setPairsWithOverrides((before) => new Set(before).add(current.key))
    send(solution, input)
  }

  function undo() {
    const subject = verdictChanges.undo()
    // A solution of a pair is not a row of this list.
    if (subject && knownSubjects.some(({ key }) => key === subject.key)) select(subject.key)
  }

  const open = (next: AnswerListPanel) => setPanel(current === null ? null : next)
  /** Whether the pair has left the server's page because its unsure solutions were overridden here. */
  const isFullyOverridden = ({ key }: VerdictSubject) =>
    pairsWithOverrides.has(key) && !loadedKeys.has(key)
  return {
    list,
    current,
    panel,
    canWithdraw,
    verdictChanges,
    isFullyOverridden,
    select,
    move,
    submit,
    settle,
    withdraw,
    overrideSolution,
    undo,
    readNote,
    writeNote,
    open,
  }
}
