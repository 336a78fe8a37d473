'use client'

import { useRouter } from 'next/navigation'
import { usePoll } from '@/components/ui/use-poll'

const refreshMs = 60_000

/** Refreshes the numbers on the page every minute while it is visible and online. */
export function AutoRefresh() {
  const router = useRouter()
  usePoll(
    // A failed refresh would replace this page with an error.
    async () => {
      if (navigator.onLine) router.refresh()
    },
    { isNeeded: true, isMutating: false, key: '', intervalMs: refreshMs },
  )
  return null
}
