import { useEffect } from 'react'

/** Late enough not to slow down the page, and early enough that the code is there if the connection is lost later. */
const preloadAfterMs = 10_000

/** Loads code in advance that the page may need later. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [load])
}
