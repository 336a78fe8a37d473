import { useRef, useState } from 'react'
import type { OutcomeWords } from '@/components/ui/outcome'
import { describeError } from '@/lib/client/read-refusal'
import { AppError } from '@/lib/platform/errors'
import { describeHeard, describeRefused } from './describe-answers'
import type { Standing, Subject } from './pair'
import { sendWord } from './send-word'
import { expectStanding, readStanding, type Said, type Word, wordOf } from './settling'
import { useHoldPage, useRefresh } from './use-refresh'

/**
 * What is said: shown at once, sent one after the other in the order in which it was said, and taken back with words
 * where the server refuses or is not reached; then the page stays as it is.
 */
export function useSettling({
  slug,
  person,
  left,
}: {
  slug: string
  person: string
  /** How many wait in the list. */
  left: number
}) {
  const [said, setSaid] = useState<ReadonlyMap<string, Said>>(new Map())
  /** On these somebody else was found to have spoken. */
  const [contested, setContested] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<readonly Subject[]>([])
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [sending, setSending] = useState(0)
  const refusals = useRef(0)
  const refresh = useRefresh(left)
  const line = useRef(Promise.resolve())
  useHoldPage(sending > 0)
  /** The last word on each: an answer to an earlier one does not overtake it. */
  const last = useRef(new Map<string, symbol>())
  /** How each stands as the server told last: what one undoes is that, and nothing newer. */
  const heard = useRef(new Map<string, Standing>())

  function stand(key: string, standing: Standing, after: string | null) {
    setSaid((before) => new Map(before).set(key, { ...readStanding(standing), after }))
  }

  function say(subject: Subject, word: Word, takeBack: () => void, showing: Standing) {
    const { key } = subject
    if (!heard.current.has(key)) heard.current.set(key, readStanding(subject))
    const token = Symbol(key)
    last.current.set(key, token)
    const isLast = () => last.current.get(key) === token
    stand(key, showing, subject.ruledAt)
    setSending((count) => count + 1)
    setOutcome(null)
    line.current = keep(line.current)

    async function keep(before: Promise<void>) {
      await before
      const stands = heard.current.get(key) ?? subject
      const seen = stands.ruledAt
      try {
        const { standing, changed } = await sendWord(slug, subject, word, seen)
        heard.current.set(key, readStanding(standing))
        refusals.current = 0
        if (isLast()) stand(key, standing, standing.ruledAt ?? seen)
        if (isLast())
          setOutcome({ kind: 'done', words: describeHeard(subject, word, { standing, changed }) })
        refresh.soon()
      } catch (error) {
        const theirs = readConflict(error)
        // The page has seen it now: saying it once more is meant.
        if (theirs) heard.current.set(key, theirs)
        if (theirs) setContested((all) => new Set(all).add(key))
        if (isLast()) stand(key, theirs ?? stands, theirs?.ruledAt ?? seen)
        takeBack()
        const others = refusals.current++
        setOutcome({ kind: 'wrong', words: describeRefused(subject, describeError(error), others) })
        refresh.not()
      } finally {
        setSending((count) => count - 1)
      }
    }
  }

  /** What one says can be undone: `subject` is as it was before. */
  function settle(subject: Subject, word: Word) {
    if (isNews(subject)) heard.current.set(subject.key, readStanding(subject))
    setDone((before) => [...before, subject])
    const forget = () => setDone((before) => before.filter((each) => each !== subject))
    say(subject, word, forget, expectStanding(subject, word, { person, at: new Date() }))
  }

  /** The server's page may have brought another person's word, which one has seen by now. */
  function isNews({ key, ruledAt }: Subject): boolean {
    const before = heard.current.get(key)
    return (
      sending === 0 && ruledAt !== null && before !== undefined && ruledAt > (before.ruledAt ?? '')
    )
  }

  /** Takes back the last, and gives what is open again. */
  function undo(): Subject | null {
    const subject = done.at(-1)
    if (!subject) return null
    setDone(done.slice(0, -1))
    const now = { ...subject, ...said.get(subject.key) }
    say(now, wordOf(subject), () => setDone((before) => [...before, subject]), subject)
    return subject
  }

  return {
    ...{ said, contested, outcome, settle, undo },
    isSending: sending > 0,
    canUndo: done.length > 0,
  }
}

/** What somebody else has said meanwhile; null where that is not why it was refused. */
function readConflict(error: unknown): Standing | null {
  const standing = error instanceof AppError ? error.details.standing : undefined
  return typeof standing === 'object' ? (standing as Standing | null) : null
}
