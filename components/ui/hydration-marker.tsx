'use client'

import { useEffect } from 'react'

/**
 * Sets an attribute on `<html>` once the page is hydrated, because keys and buttons work only from then on. Its effect
 * runs after the effects of the whole page.
 */
export function HydrationMarker() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
