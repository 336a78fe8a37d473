import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'

/** The page is asked for anew once the hand rests. */
const restMs = 800
/** With fewer left, at once: the next should be there before they are wanted. */
const fewLeft = 15

/** What was said and is on its way would be lost with the page: the browser asks first. */
export function useHoldPage(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isNeeded])
}

/**
 * Asks for the page anew, not with each key, and only while the server is reached: a page that does not come would take
 * this one with it.
 */
export function useRefresh(left: number): { soon: () => void; not: () => void } {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = useRef(left)
  useEffect(() => {
    count.current = left
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const not = () => clearTimeout(timer.current)
  function soon() {
    not()
    const ms = count.current < fewLeft ? 0 : restMs
    timer.current = setTimeout(() => {
      if (navigator.onLine) startTransition(() => router.refresh())
    }, ms)
  }
  return { soon, not }
}
