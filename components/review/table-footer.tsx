import type { ReactNode } from 'react'
import { KeyCap } from '@/components/ui/key-cap'
import { formatKey } from '@/lib/auth/keymap'
import type { RowShortcuts } from './use-current-row'

/** Page links and keys below a table. */
export function TableFooter({
  keys,
  opens,
  children,
}: {
  keys: RowShortcuts
  opens: string
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3">
      <div>{children}</div>
      <p className="flex items-center gap-x-1.5 text-caption text-ink-3 max-desk:hidden">
        <KeyCap name={formatKey(keys.next)} />
        <KeyCap name={formatKey(keys.previous)} />
        <span className="pr-1">move</span>
        <KeyCap name="⏎" />
        <span>{opens}</span>
      </p>
    </div>
  )
}
