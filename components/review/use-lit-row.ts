import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useShortcuts } from '@/components/shell/use-shortcuts'

export interface RowKeys {
  previous: string
  next: string
}

interface LitRow {
  key: string
  href: string
}

/** One row of a list is lit: two keys move the light, Enter opens what it is on. */
export function useLitRow(rows: readonly LitRow[], keys: RowKeys) {
  const router = useRouter()
  const [asked, setAsked] = useState<string | null>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === asked),
  )
  const lit = rows[at] ?? null
  const move = (by: 1 | -1) => () => setAsked(rows[at + by]?.key ?? lit?.key ?? null)
  useShortcuts({
    [keys.previous]: move(-1),
    [keys.next]: move(1),
    Enter: () => lit && router.push(lit.href),
  })
  useEffect(() => {
    if (asked !== null)
      document.getElementById(`row-${asked}`)?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  return { lit: lit?.key ?? null, light: setAsked }
}
