import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { listenForShortcuts, type Shortcuts } from '@/lib/client/shortcuts'

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
  const shortcuts = useRef<Shortcuts>({})
  useEffect(() => {
    const move = (by: 1 | -1) => () => setAsked(rows[at + by]?.key ?? lit?.key ?? null)
    shortcuts.current = {
      [keys.previous]: move(-1),
      [keys.next]: move(1),
      Enter: () => lit && router.push(lit.href),
    }
  })
  useEffect(() => listenForShortcuts(() => shortcuts.current), [])
  useEffect(() => {
    if (asked !== null)
      document.getElementById(`row-${asked}`)?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  return { lit: lit?.key ?? null, light: setAsked }
}
