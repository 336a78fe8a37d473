'use client'

import { useRouter } from 'next/navigation'
import { usePoll } from '@/components/ui/use-poll'

const everyMs = 60_000

/** People label meanwhile: the numbers of the page are asked for anew, while it is seen and the server is reached. */
export function KeepFresh() {
  const router = useRouter()
  usePoll(
    // A page that does not come would take this one with it.
    async () => {
      if (navigator.onLine) router.refresh()
    },
    { isNeeded: true, isActing: false, key: '', everyMs },
  )
  return null
}
