'use client'

import { useRouter } from 'next/navigation'
import { usePolling } from '@/components/ui/use-polling'

const refreshMs = 60_000

/** Refreshes the numbers on the page every minute while it is visible and online. */
export function PageAutoRefresh() {
  const router = useRouter()
  usePolling(
    // Offline, the refresh would fail and replace this page with an error.
    async () => {
      if (navigator.onLine) router.refresh()
    },
    { isNeeded: true, isMutating: false, key: '', intervalMs: refreshMs },
  )
  return null
}
