import { keepUnusedKey, type Keymap } from '@/lib/auth/keymap'

/** Shortcuts of the queue list, taken from the user’s labelling keymap. */
export interface QueueShortcuts {
  previous: string
  next: string
  /** Null if the user’s keymap already uses this key to move. */
  exclude: string | null
}

export function makeQueueShortcuts({
  previous,
  next,
}: Pick<Keymap, 'previous' | 'next'>): QueueShortcuts {
  return { previous, next, exclude: keepUnusedKey([previous, next], 'x') }
}
