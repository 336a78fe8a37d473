import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** False for what the server draws, and for the first drawing of it in a browser: only the browser knows what it keeps. */
export const useIsInBrowser = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
