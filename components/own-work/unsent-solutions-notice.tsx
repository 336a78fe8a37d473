'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Link } from '@/components/ui/link'
import { formatQuantity } from '@/lib/platform/format'

const countIntervalMs = 5_000
const loadOutbox = () => import('@/lib/client/browser-outbox')

/** Says how many finished solutions are only on this device. When all are sent, it reloads the page's data. */
export function UnsentSolutionsNotice({ slug, userId }: { slug: string; userId: string }) {
  const router = useRouter()
  const [count, setCount] = useState(0)

  useEffect(() => {
    let isMounted = true
    let lastCount = 0
    async function updateCount() {
      const { browserOutbox } = await loadOutbox()
      const finishes = await browserOutbox.listFinishes({ user: userId, project: slug })
      if (!isMounted) return
      if (finishes.length === 0 && lastCount > 0) router.refresh()
      lastCount = finishes.length
      setCount(lastCount)
    }
    // Without storage there is nothing to count.
    const update = () => void updateCount().catch(() => null)
    const updateIfVisible = () => document.hidden || update()
    update()
    const timer = setInterval(updateIfVisible, countIntervalMs)
    document.addEventListener('visibilitychange', updateIfVisible)
    return () => {
      isMounted = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', updateIfVisible)
    }
  }, [router, slug, userId])

  return (
    <div role="status">
      {count > 0 && (
        <p className="mb-10 border-y border-ink py-3">
          <b>
            {formatQuantity(count, 'finished solution')} {count === 1 ? 'is' : 'are'} not sent yet.
          </b>{' '}
          <span className="text-ink-2">
            {count === 1 ? 'It is' : 'They are'} saved on this device, and sent while{' '}
            <Link href={`/projects/${slug}/label`}>Label</Link> is open and you are online.
          </span>
        </p>
      )}
    </div>
  )
}
