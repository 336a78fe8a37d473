import type { NamedKey } from '@/components/annotations/all-keys'
import { printKeyIfAny } from '@/lib/auth/keys'
import type { Shortcuts } from '@/lib/client/shortcuts'

/** What a key does, in the list of keys and when it is pressed. */
export interface KeyedAct {
  act: string
  /** As a key event names it; null where the letter is taken. */
  key: string | null
  words: string
  run: () => void
}

export const bindActs = (acts: readonly KeyedAct[]): Shortcuts =>
  Object.fromEntries(acts.flatMap(({ key, run }) => (key === null ? [] : [[key, run]])))

/** For the list of all keys: what has none can be pressed there. */
export const nameKeys = (acts: readonly KeyedAct[]): NamedKey[] =>
  acts.map(({ act, key, words, run }) => ({ act, cap: printKeyIfAny(key) ?? '', words, run }))
