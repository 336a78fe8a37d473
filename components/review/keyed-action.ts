import type { NamedKey } from '@/components/annotations/all-keys'
import { formatKeyIfAny } from '@/lib/auth/keys'
import type { Shortcuts } from '@/lib/client/shortcuts'

/** What a key does, in the list of keys and when it is pressed. */
export interface KeyedAction {
  name: string
  /** As a key event names it; null where the letter is taken. */
  key: string | null
  description: string
  run: () => void
}

export const bindActions = (acts: readonly KeyedAction[]): Shortcuts =>
  Object.fromEntries(acts.flatMap(({ key, run }) => (key === null ? [] : [[key, run]])))

/** For the list of all keys: what has none can be pressed there. */
export const listActionKeys = (actions: readonly KeyedAction[]): NamedKey[] =>
  actions.map(({ name, key, description, run }) => ({
    ...{ action: name, cap: formatKeyIfAny(key) ?? '', label: description, run },
  }))
