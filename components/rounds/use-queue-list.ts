import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useAction } from '@/components/shell/use-action'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { useListSelection } from '@/components/ui/use-list-selection'
import { useRowFocus } from '@/components/ui/use-row-focus'
import { callApi } from '@/lib/client/call-api'
import type { ShortcutHandlersByKey } from '@/lib/client/shortcuts'
import type { QueueShortcuts } from './queue-shortcuts'
import type { TypesetQueueItem } from './round'

/** The panel below the current row. */
export type QueueRowPanel = 'steps' | 'exclude' | null

interface QueueListOptions {
  slug: string
  /** Shown after a solution was excluded, with a link to restore it. */
  excludedMessage: ReactNode
  items: readonly TypesetQueueItem[]
  keys: QueueShortcuts
  canExclude: boolean
}

/** State of the queue list: its items, the current row, and the panel below it. */
export function useQueueList({
  slug,
  items: loadedItems,
  keys,
  canExclude,
  excludedMessage,
}: QueueListOptions) {
  const router = useRouter()
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set())
  const [previousItems, setPreviousItems] = useState(loadedItems)
  const { isBusy, outcome, runAction } = useAction(() => router.refresh())
  // A new list from the server already reflects exclusions and restores.
  if (previousItems !== loadedItems) {
    setPreviousItems(loadedItems)
    setExcludedIds(new Set())
  }
  const items = loadedItems.filter(({ solution }) => !excludedIds.has(solution))
  const { index, current, panel, setPanel, select, selectAfterReply, toggle, ...list } =
    useListSelection<TypesetQueueItem, Exclude<QueueRowPanel, null>>(
      items,
      ({ solution }) => solution,
    )
  const moveFocus = useRowFocus(current?.solution)

  // The steps panel stays open while moving.
  const move = (offset: 1 | -1) =>
    list.move(offset, panel === 'steps' ? 'steps' : null) && moveFocus()

  async function exclude(reason: string): Promise<void> {
    if (!current) return
    await runAction(async () => {
      await callApi('post /projects/{project}/queue/{solution}/exclude', {
        project: slug,
        solution: current.solution,
        reason,
      })
      const nextItem = items[index + 1] ?? items[index - 1]
      setExcludedIds((previous) => new Set(previous).add(current.solution))
      selectAfterReply(nextItem?.solution ?? null, new Set([current.solution]))
      return excludedMessage
    })
  }

  const shortcuts: ShortcutHandlersByKey = {
    [keys.previous]: () => move(-1),
    [keys.next]: () => move(1),
    Enter: () => toggle('steps'),
    // With no panel open, Escape belongs to other parts of the page.
    ...(panel !== null ? { Escape: () => setPanel(null) } : {}),
    ...(canExclude && keys.exclude !== null ? { [keys.exclude]: () => toggle('exclude') } : {}),
  }
  useShortcuts(current === null ? {} : shortcuts)
  return { items, current, index, panel, outcome, isBusy, select, toggle, exclude, setPanel }
}
