import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition } from 'react'
import type { OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { settleAnswersContract, unsettleAnswersContract } from '@/lib/review/answers-contract'
import { describeKept, describeRefused } from './describe-answers'
import type { ShownPair } from './pair'
import { expectStanding, readStanding, type Standing, type Word, wordOf } from './settling'

/** The page is asked for anew once the hand rests. */
const restMs = 800
/** With fewer left, at once: the next should be there before they are wanted. */
const fewPairs = 15

/**
 * What is said of pairs: shown at once, sent one after the other in the order in which it was said, and taken back with
 * words where the server refuses.
 */
export function useSettling({
  slug,
  person,
  left,
}: {
  slug: string
  person: string
  /** Pairs that wait in the list. */
  left: number
}) {
  const [said, setSaid] = useState<ReadonlyMap<string, Standing>>(new Map())
  const [acted, setActed] = useState<readonly ShownPair[]>([])
  const [done, setDone] = useState<readonly ShownPair[]>([])
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [sending, setSending] = useState(0)
  const refresh = useRefresh(left)
  const line = useRef(Promise.resolve())
  useHoldPage(sending > 0)
  /** The last word on each pair: an answer to an earlier one does not overtake it. */
  const last = useRef(new Map<string, symbol>())

  const stand = (pair: string, standing: Standing) =>
    setSaid((before) => new Map(before).set(pair, standing))

  function say(pair: ShownPair, word: Word, takeBack: () => void) {
    const token = Symbol(pair.pair)
    last.current.set(pair.pair, token)
    const isLast = () => last.current.get(pair.pair) === token
    stand(pair.pair, expectStanding(pair, word, { person, at: new Date() }))
    setActed((before) => [pair, ...before.filter((each) => each.pair !== pair.pair)])
    setSending((count) => count + 1)
    setOutcome(null)
    line.current = keep(line.current)

    async function keep(before: Promise<void>) {
      await before
      try {
        const reply = await send(slug, pair.pair, word)
        if (isLast()) stand(pair.pair, readStanding(reply.pair))
        if (isLast()) setOutcome({ kind: 'done', words: describeKept(reply, word) })
      } catch (error) {
        if (isLast()) stand(pair.pair, readStanding(pair))
        takeBack()
        setOutcome({ kind: 'wrong', words: describeRefused(pair, describeError(error)) })
      } finally {
        setSending((count) => count - 1)
        refresh()
      }
    }
  }

  /** What one says can be undone: `pair` is as it was before. */
  function settle(pair: ShownPair, word: Word) {
    setDone((before) => [...before, pair])
    say(pair, word, () => setDone((before) => before.filter((each) => each !== pair)))
  }

  /** Takes back the last, and gives the pair that is open again. */
  function undo(): ShownPair | null {
    const pair = done.at(-1)
    if (!pair) return null
    setDone(done.slice(0, -1))
    const now = { ...pair, ...said.get(pair.pair) }
    say(now, wordOf(pair), () => setDone((before) => [...before, pair]))
    stand(pair.pair, readStanding(pair))
    return pair
  }

  return {
    ...{ said, acted, outcome, settle, undo, refresh },
    isSending: sending > 0,
    canUndo: done.length > 0,
    tell: setOutcome,
  }
}

/** What was said and is on its way would be lost with the page: the browser asks first. */
function useHoldPage(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isNeeded])
}

async function send(slug: string, pair: string, word: Word) {
  if (word === null)
    return call<typeof unsettleAnswersContract>(
      { method: 'post', path: '/projects/{project}/answers/unsettle' },
      { project: slug, pair },
    )
  return call<typeof settleAnswersContract>(
    { method: 'post', path: '/projects/{project}/answers/settle' },
    { project: slug, pair, ...word },
  )
}

/** Asks for the page anew, not with each key. */
function useRefresh(left: number): () => void {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = useRef(left)
  useEffect(() => {
    count.current = left
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    const ms = count.current < fewPairs ? 0 : restMs
    timer.current = setTimeout(() => startTransition(() => router.refresh()), ms)
  }
}
