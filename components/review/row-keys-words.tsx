import { KeyCap } from '@/components/ui/key-cap'
import { printKey } from '@/lib/auth/keys'
import type { RowKeys } from './use-lit-row'

/** Under a list: what the keys do in it. */
export function RowKeysWords({ keys, opens }: { keys: RowKeys; opens: string }) {
  return (
    <p className="flex items-center gap-x-1.5 text-caption text-ink-3 max-desk:hidden">
      <KeyCap name={printKey(keys.next)} />
      <KeyCap name={printKey(keys.previous)} />
      <span className="pr-1">move</span>
      <KeyCap name="⏎" />
      <span>{opens}</span>
    </p>
  )
}
