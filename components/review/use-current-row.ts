import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'

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
  const [requestedKey, setRequestedKey] = useState<string | null>(null)
  const index = Math.max(
    0,
    rows.findIndex(({ key }) => key === requestedKey),
  )
  const current = rows[index] ?? null
  const move = (by: 1 | -1) => () => setRequestedKey(rows[index + by]?.key ?? current?.key ?? null)
  useShortcuts({
    [keys.previous]: move(-1),
    [keys.next]: move(1),
    Enter: () => current && router.push(current.href),
  })
  useEffect(() => {
    if (requestedKey !== null)
      document.getElementById(`row-${requestedKey}`)?.scrollIntoView({ block: 'nearest' })
  }, [requestedKey])
  return { currentKey: current?.key ?? null, selectRow: setRequestedKey }
}
