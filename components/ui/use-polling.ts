'use client'

import { useEffect, useRef } from 'react'

/**
 * Polls while it is needed and the page is visible, and immediately when the page becomes visible again. One request at
 * a time.
 *
 * @param key restarts polling, after `initialDelayMs`, when it changes
 * @param poll must not throw
 */
export function usePolling(
  poll: (signal: AbortSignal) => Promise<void>,
  { isNeeded, isMutating, key, intervalMs, initialDelayMs = intervalMs }: PollOptions,
): void {
  const isPolling = isNeeded && !isMutating
  const latestPoll = useRef(poll)
  useEffect(() => {
    latestPoll.current = poll
  })
  useEffect(() => {
    if (!isPolling) return
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout>
    let isRunning = false
    async function run() {
      if (isRunning) return
      isRunning = true
      await latestPoll.current(signal)
      isRunning = false
      schedulePoll(intervalMs)
    }
    function schedulePoll(ms: number) {
      clearTimeout(timer)
      if (!signal.aborted && !document.hidden) timer = setTimeout(() => void run(), ms)
    }
    const onVisible = () => schedulePoll(0)
    document.addEventListener('visibilitychange', onVisible)
    schedulePoll(initialDelayMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [isPolling, key, intervalMs, initialDelayMs])
}

interface PollOptions {
  isNeeded: boolean
  /** An action is in progress. Replies to earlier requests are dropped, because they would undo what the action shows. */
  isMutating: boolean
  key: string
  intervalMs: number
  initialDelayMs?: number
}
