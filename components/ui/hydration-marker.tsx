'use client'

import { useEffect } from 'react'

/**
 * Says on `<html>` that the page's own code has taken over what the server sent: only from then on do keys and buttons
 * do anything. Its effect runs after those of all that the page shows.
 */
export function HydrationMarker() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
