import type { ReactNode } from 'react'
import { KeyLabel } from '@/components/ui/key-label'
import { formatKey } from '@/lib/auth/keymap'
import type { RowNavigationKeys } from './use-current-row'

/** Page links and keys below a table. */
export function KeyboardTableFooter({
  keys,
  opens,
  children,
}: {
  keys: RowNavigationKeys
  opens: string
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3">
      <div>{children}</div>
      <p className="flex items-center gap-x-1.5 text-caption text-ink-3 max-desk:hidden">
        <KeyLabel name={formatKey(keys.next)} />
        <KeyLabel name={formatKey(keys.previous)} />
        <span className="pr-1">move</span>
        <KeyLabel name="⏎" />
        <span>{opens}</span>
      </p>
    </div>
  )
}
