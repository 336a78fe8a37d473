import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'

/** The page is refreshed this long after the last verdict. */
const refreshDelayMs = 800
/** With fewer rows waiting, the page is refreshed at once, so that the next rows arrive in time. */
const minWaitingForDelay = 15

/** Refreshes the page after a pause, and only while online: a failed refresh would replace the page with an error. */
export function useDebouncedRefresh(waitingCount: number): {
  schedule: () => void
  cancel: () => void
} {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = useRef(waitingCount)
  useEffect(() => {
    count.current = waitingCount
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const cancel = () => clearTimeout(timer.current)
  function schedule() {
    cancel()
    const delayMs = count.current < minWaitingForDelay ? 0 : refreshDelayMs
    timer.current = setTimeout(() => {
      if (navigator.onLine) startTransition(() => router.refresh())
    }, delayMs)
  }
  return { schedule, cancel }
}
