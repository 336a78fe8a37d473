import {
  applyKeymapOverrides,
  defaultKeymap,
  punctuationKeys,
  shortcutActionNames,
  type Keymap,
  type KeymapOverrides,
  type ShortcutAction,
} from './keymap'

/** The pattern, for the API description, of the keys that some action can have. */
export const allowedKeyPattern = `^([a-z]|[123]|Enter|[${punctuationKeys.join('').replace('-', '')}-])$`

/** Why an action cannot have a key; null: it can. */
export function findKeyProblem(action: ShortcutAction, key: string): string | null {
  const isLetter = /^[a-z]$/.test(key)
  if (action === 'submit')
    return isLetter || key === 'Enter' ? null : 'Submit must be Enter or a letter.'
  if (isLetter || (punctuationKeys as readonly string[]).includes(key)) return null
  if (key === 'Enter') return 'Enter is reserved for Submit.'
  if (!/^\d$/.test(key)) return `Use a letter or one of: ${punctuationKeys.join(' ')}`
  return isRating(action) && /^[123]$/.test(key)
    ? null
    : 'Digits are reserved for lists. Only the three ratings can use 1, 2 or 3.'
}

function isRating(action: ShortcutAction): boolean {
  return action === 'rateNegative' || action === 'rateNeutral' || action === 'ratePositive'
}

export interface ShortcutConflict {
  key: string
  actions: readonly [ShortcutAction, ShortcutAction]
}

/** Two actions with the same key; null if there are none. */
export function findShortcutConflict(keymap: Keymap): ShortcutConflict | null {
  const actionByKey = new Map<string, ShortcutAction>()
  for (const action of shortcutActionNames) {
    const otherAction = actionByKey.get(keymap[action])
    if (otherAction) return { key: keymap[action], actions: [otherAction, action] }
    actionByKey.set(keymap[action], action)
  }
  return null
}

/**
 * A person's keymap from the stored shortcuts. Invalid entries fall back to the default: an unknown action, a key
 * that is not allowed, or a key used twice.
 */
export function makeKeymap(overrides: unknown): Keymap {
  let overrideSubset = readOverrides(overrides)
  for (;;) {
    const keymap = applyKeymapOverrides(overrideSubset)
    const conflict = findShortcutConflict(keymap)
    if (!conflict) return keymap
    // The defaults have no conflict, so at least one of the two is an override, and every iteration removes at least one.
    overrideSubset = Object.fromEntries(
      Object.entries(overrideSubset).filter(
        ([action]) => !(conflict.actions as readonly string[]).includes(action),
      ),
    )
  }
}

/** The stored form of a keymap: only changed actions. */
export function listKeymapOverrides(keymap: Keymap): KeymapOverrides {
  return Object.fromEntries(
    shortcutActionNames
      .filter((action) => keymap[action] !== defaultKeymap[action])
      .map((action) => [action, keymap[action]] as const),
  )
}

/** The action of a key, or null. */
export function findShortcutAction(keymap: Keymap, key: string): ShortcutAction | null {
  return shortcutActionNames.find((action) => keymap[action] === key) ?? null
}

function readOverrides(overrides: unknown): KeymapOverrides {
  if (typeof overrides !== 'object' || overrides === null) return {}
  const storedKeys = new Map<string, unknown>(Object.entries(overrides))
  const entries = shortcutActionNames.flatMap((action) => {
    const key = storedKeys.get(action)
    return typeof key === 'string' && findKeyProblem(action, key) === null ? [[action, key]] : []
  })
  return Object.fromEntries(entries) as KeymapOverrides
}
