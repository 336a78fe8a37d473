import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import type { OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { Shortcuts } from '@/lib/client/shortcuts'
import type { excludeSolutionContract } from '@/lib/queue/contract'
import type { HeadKeys } from './head-keys'
import type { ShownItem } from './round'

export type Opened = 'steps' | 'take-out' | null
export type HeadState = ReturnType<typeof useHead>

interface HeadParts {
  slug: string
  /** Says that it is done, with the way to put it back. */
  takenOut: ReactNode
  given: readonly ShownItem[]
  keys: HeadKeys
  canTakeOut: boolean
}

/** The rows of the queue, which of them is lit, and what is open below it. */
export function useHead({ slug, given, keys, canTakeOut, takenOut }: HeadParts) {
  const router = useRouter()
  const [asked, setAsked] = useState<string | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [latest, setLatest] = useState(given)
  const [outcome, setOutcome] = useState<OutcomeWords | null>(null)
  const [isBusy, setBusy] = useState(false)
  // The server's list knows what was taken out, and what was put back since.
  if (latest !== given) {
    setLatest(given)
    setGone(new Set())
  }
  const list = given.filter(({ solution }) => !gone.has(solution))
  const at = Math.max(
    0,
    list.findIndex(({ solution }) => solution === asked),
  )
  const lit = list[at] ?? null
  const takeFocusAlong = useKeepInView(lit?.solution)

  function light(solution: string, open: Opened = null) {
    setAsked(solution)
    setOpened(open)
  }

  function move(by: 1 | -1) {
    const next = list[at + by]
    // What is read of one is read of the next.
    if (!next) return
    takeFocusAlong()
    light(next.solution, opened === 'steps' ? 'steps' : null)
  }

  const toggle = (what: Exclude<Opened, null>) =>
    lit && light(lit.solution, opened === what ? null : what)

  async function takeOut(reason: string): Promise<void> {
    if (!lit || isBusy) return
    setBusy(true)
    try {
      await call<typeof excludeSolutionContract>(
        { method: 'post', path: '/projects/{project}/queue/{solution}/exclude' },
        { project: slug, solution: lit.solution, reason },
      )
      const next = list[at + 1] ?? list[at - 1]
      setGone((before) => new Set(before).add(lit.solution))
      setOutcome({
        kind: 'done',
        words: takenOut,
      })
      setOpened(null)
      setAsked(next?.solution ?? null)
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'wrong', words: describeError(error) })
    } finally {
      setBusy(false)
    }
  }

  const shortcuts: Shortcuts = {
    [keys.previous]: () => move(-1),
    [keys.next]: () => move(1),
    Enter: () => toggle('steps'),
    // Else it is another's on this page.
    ...(opened !== null ? { Escape: () => setOpened(null) } : {}),
    ...(canTakeOut && keys.takeOut !== null ? { [keys.takeOut]: () => toggle('take-out') } : {}),
  }
  useShortcuts(lit === null ? {} : shortcuts)
  return { list, lit, at, opened, outcome, isBusy, light, toggle, takeOut, setOpened }
}

/**
 * The page as it opens stays at its top; then the row that is lit is seen, and the focus goes with it. What it returns is
 * said before a key moves the light: what Enter does next is meant for what is lit, wherever the focus was.
 */
function useKeepInView(lit: string | undefined): () => void {
  const isMoved = useRef(false)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (lit === undefined) return
    document.getElementById(`row-${lit}`)?.scrollIntoView({ block: 'nearest' })
    if (isMoved.current || document.activeElement?.id.startsWith('light-'))
      document.getElementById(`light-${lit}`)?.focus({ preventScroll: true })
    isMoved.current = false
  }, [lit])
  return () => {
    isMoved.current = true
  }
}
