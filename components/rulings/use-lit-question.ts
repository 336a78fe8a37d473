import { useState } from 'react'
import { emptyDraft, type RulingDraft } from './check-ruling'
import { keepDraft, readKeptDraft } from './keep-draft'
import type { ShownStep } from './question'

export type Opened = 'rule' | 'aside' | null

/** Which step is lit, which are taken along with it, and what is open below; what is written stays with its step. */
export function useLitQuestion(given: readonly ShownStep[]) {
  const [asked, setAsked] = useState<string | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [drafts, setDrafts] = useState<ReadonlyMap<string, RulingDraft>>(new Map())
  const [latest, setLatest] = useState(given)
  // The server's list knows what was dealt with, and what was opened again since.
  if (latest !== given) {
    setLatest(given)
    setGone(new Set())
  }
  const list = given.filter(({ key }) => !gone.has(key))
  const at = Math.max(
    0,
    list.findIndex(({ key }) => key === asked),
  )
  const lit = list[at] ?? null
  /** What is dealt with together: the lit one, and those that were taken along. */
  const together = list.filter(({ key }) => key === lit?.key || taken.has(key))

  function light(key: string, open: Opened = null) {
    setAsked(key)
    setOpened(open)
  }

  function move(by: 1 | -1) {
    const next = list[at + by]
    if (next) light(next.key)
  }

  const toggle = (what: Exclude<Opened, null>) =>
    lit && light(lit.key, opened === what ? null : what)

  function take() {
    if (!lit) return
    const after = new Set(taken)
    if (!after.delete(lit.key)) after.add(lit.key)
    setTaken(after)
  }

  /** What was dealt with goes from the list, and the next one is lit, or at the end the one before. */
  function drop(steps: readonly ShownStep[]) {
    const dealt = new Set(steps.map(({ key }) => key))
    const isLeft = ({ key }: ShownStep) => !dealt.has(key)
    const next = list.slice(at + 1).find(isLeft) ?? list.findLast(isLeft)
    // On the page they stay: undo brings the question back, and what was written of it.
    for (const key of dealt) keepDraft(key, null)
    setGone(new Set([...gone, ...dealt]))
    setTaken(new Set())
    setOpened(null)
    setAsked(next?.key ?? null)
  }

  const readDraft = ({ key }: ShownStep) => drafts.get(key) ?? readKeptDraft(key) ?? emptyDraft
  const writeDraft = ({ key }: ShownStep, draft: RulingDraft) => {
    keepDraft(key, draft)
    setDrafts((before) => new Map(before).set(key, draft))
  }

  return {
    ...{ list, lit, opened, taken, together },
    ...{ light, move, toggle, take, drop, setOpened, readDraft, writeDraft },
  }
}
