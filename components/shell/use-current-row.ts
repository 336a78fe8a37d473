import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useKeyedList } from '@/components/ui/use-keyed-list'
import { useShortcuts } from './use-shortcuts'

export interface RowNavigationKeys {
  previous: string
  next: string
}

interface Row {
  key: string
  href: string
}

/** The current row of a list: two keys move it, Enter opens it. */
export function useCurrentRow(rows: readonly Row[], keys: RowNavigationKeys) {
  const router = useRouter()
  const { current, requestedKey, select, move } = useKeyedList(rows, ({ key }) => key)
  useShortcuts({
    [keys.previous]: () => move(-1),
    [keys.next]: () => move(1),
    Enter: () => current && router.push(current.href),
  })
  useEffect(() => {
    if (requestedKey !== null)
      document.getElementById(`row-${requestedKey}`)?.scrollIntoView({ block: 'nearest' })
  }, [requestedKey])
  return { currentKey: current?.key ?? null, selectRow: select }
}
