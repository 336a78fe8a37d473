import { useState } from 'react'
import { usePolling } from '@/components/ui/use-polling'

const pollMs = 2_000

/** A list that is loaded again while one of its items is in progress. */
export function usePolledList<Item>(
  initial: readonly Item[],
  isInProgress: (item: Item) => boolean,
  load: (signal: AbortSignal) => Promise<readonly Item[]>,
): readonly Item[] {
  const [polledItems, setPolledItems] = useState<readonly Item[] | null>(null)
  const items = polledItems ?? initial
  usePolling(
    async (signal) => {
      try {
        const newItems = await load(signal)
        if (!signal.aborted) setPolledItems(newItems)
      } catch {
        // Keep the last list; the next poll may succeed.
      }
    },
    { isNeeded: items.some(isInProgress), isMutating: false, key: '', intervalMs: pollMs },
  )
  return items
}
