import type { Keymap } from '@/lib/auth/keys'

/** What a key does in the head of the queue, by the keys that a person labels with. */
export interface HeadKeys {
  previous: string
  next: string
  /** A letter of this page; null where one moves with it. */
  takeOut: string | null
}

export function makeHeadKeys({ previous, next }: Pick<Keymap, 'previous' | 'next'>): HeadKeys {
  return { previous, next, takeOut: previous === 'x' || next === 'x' ? null : 'x' }
}
