'use client'

import { useEffect, useRef } from 'react'

/**
 * Asks again and again while it is needed and the page is seen; at once when the page is seen again. One question at a
 * time.
 *
 * @param key asks anew, after `firstMs`, whenever it changes
 * @param ask must not throw
 */
export function usePoll(
  ask: (signal: AbortSignal) => Promise<void>,
  { isNeeded, isActing, key, everyMs, firstMs = everyMs }: PollOptions,
): void {
  const isPolling = isNeeded && !isActing
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!isPolling) return
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout>
    let isAsking = false
    async function run() {
      if (isAsking) return
      isAsking = true
      await latest.current(signal)
      isAsking = false
      askIn(everyMs)
    }
    function askIn(ms: number) {
      clearTimeout(timer)
      if (!signal.aborted && !document.hidden) timer = setTimeout(() => void run(), ms)
    }
    const onVisible = () => askIn(0)
    document.addEventListener('visibilitychange', onVisible)
    askIn(firstMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [isPolling, key, everyMs, firstMs])
}

interface PollOptions {
  isNeeded: boolean
  /** An action is under way. Replies to questions from before it are dropped: they would undo what it shows. */
  isActing: boolean
  key: string
  everyMs: number
  firstMs?: number
}
