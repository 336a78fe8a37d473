import type { ShortcutListItem } from '@/components/annotations/shortcut-list'
import { formatOptionalKey } from '@/lib/auth/keymap'
import type { ShortcutHandlersByKey } from '@/lib/client/shortcuts'

/** An action with its key, for shortcuts and their list. */
export interface ActionWithShortcut {
  name: string
  /** As in key events; null if another action uses that letter. */
  key: string | null
  description: string
  run: () => void
}

export const bindActionShortcuts = (
  actions: readonly ActionWithShortcut[],
): ShortcutHandlersByKey =>
  Object.fromEntries(actions.flatMap(({ key, run }) => (key === null ? [] : [[key, run]])))

/** For the list of all keys, which also offers actions without a key. */
export const listShortcutItems = (actions: readonly ActionWithShortcut[]): ShortcutListItem[] =>
  actions.map(({ name, key, description, run }) => ({
    action: name,
    keyLabel: formatOptionalKey(key) ?? '',
    label: description,
    run,
  }))
