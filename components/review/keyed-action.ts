import type { NamedKey } from '@/components/annotations/all-keys'
import { formatKeyIfAny } from '@/lib/auth/keys'
import type { Shortcuts } from '@/lib/client/shortcuts'

/** An action with its key, for shortcuts and their list. */
export interface KeyedAction {
  name: string
  /** As in key events; null if the user labels with that letter. */
  key: string | null
  description: string
  run: () => void
}

export const bindActions = (actions: readonly KeyedAction[]): Shortcuts =>
  Object.fromEntries(actions.flatMap(({ key, run }) => (key === null ? [] : [[key, run]])))

/** For the list of all keys, which also offers actions without a key. */
export const listActionKeys = (actions: readonly KeyedAction[]): NamedKey[] =>
  actions.map(({ name, key, description, run }) => ({
    ...{ action: name, keyLabel: formatKeyIfAny(key) ?? '', label: description, run },
  }))
