/** Group of an action in the list of shortcuts. */
export const shortcutGroups = {
  answer: 'Rate, choose and write',
  move: 'Move and undo',
  say: 'Flags and comments',
  look: 'View',
  end: 'Finish the solution',
} as const satisfies Record<string, string>

export type ShortcutGroup = keyof typeof shortcutGroups

interface ShortcutActionRow {
  /** Named as in a key event. */
  key: string
  /** What it does, in a few words. */
  label: string
  group: ShortcutGroup
}

/**
 * Every labelling action with a shortcut, in display order. Digits are reserved for choosing the nth item of a list;
 * only ratings can also use 1, 2 and 3.
 */
export const shortcutActions = {
  rateNegative: { key: '1', label: 'negative', group: 'answer' },
  rateNeutral: { key: '2', label: 'neutral', group: 'answer' },
  ratePositive: { key: '3', label: 'positive', group: 'answer' },
  choose: {
    key: 'o',
    label: 'choose the current option (where solutions are built from options)',
    group: 'answer',
  },
  write: {
    key: 'w',
    label: 'write your own explanation, or your own step where solutions are built from options',
    group: 'answer',
  },
  previous: { key: 'k', label: 'previous step, option or question', group: 'move' },
  next: { key: 'j', label: 'next step, option or question', group: 'move' },
  undo: { key: 'z', label: 'undo, or reopen your last submission', group: 'move' },
  flag: { key: 'u', label: 'flag as unsure', group: 'say' },
  comment: { key: 'c', label: 'add a comment', group: 'say' },
  badSplit: { key: 'x', label: 'report a bad split', group: 'say' },
  problem: { key: 'p', label: 'collapse or expand the problem', group: 'look' },
  raw: { key: 'r', label: 'show the raw text', group: 'look' },
  guideline: { key: 'l', label: 'show the guideline', group: 'look' },
  allKeys: { key: '?', label: 'show keyboard shortcuts', group: 'look' },
  submit: { key: 'Enter', label: 'submit', group: 'end' },
  skip: { key: 's', label: 'skip', group: 'end' },
  giveUp: { key: 'g', label: 'give up', group: 'end' },
  badProblem: { key: 'b', label: 'report a bad problem', group: 'end' },
} as const satisfies Record<string, ShortcutActionRow>

export type ShortcutAction = keyof typeof shortcutActions

export const shortcutActionNames = Object.keys(shortcutActions) as readonly ShortcutAction[]

/** The key of each action for one person. Before it is checked, it can use a key twice (`findShortcutConflict`). */
export type Keymap = Readonly<Record<ShortcutAction, string>>

/** Actions that a person has moved to other keys. */
export type KeymapOverrides = Readonly<Partial<Record<ShortcutAction, string>>>

/** Punctuation keys: most layouts type these without a modifier, or with shift only. */
export const punctuationKeys = ['?', ',', '.', ';', '/', '-', '='] as const

export const defaultKeymap: Keymap = applyKeymapOverrides({})

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
      .filter((action) => keymap[action] !== shortcutActions[action].key)
      .map((action) => [action, keymap[action]] as const),
  )
}

/** The action of a key, or null. */
export function findShortcutAction(keymap: Keymap, key: string): ShortcutAction | null {
  return shortcutActionNames.find((action) => keymap[action] === key) ?? null
}

/** As printed on a keyboard. */
export function formatKey(key: string): string {
  return key === 'Enter' ? '⏎' : key
}

/** A letter as a key of a page; null if one of these labelling keys already is that letter. */
export const keepUnusedKey = (usedKeys: readonly string[], letter: string) =>
  usedKeys.includes(letter) ? null : letter

/** Like `formatKey`, for an action that may have no key. */
export const formatOptionalKey = (key: string | null): string | undefined =>
  key === null ? undefined : formatKey(key)

/** Every action with its key, which may be invalid. */
export function applyKeymapOverrides(overrides: KeymapOverrides): Keymap {
  return Object.fromEntries(
    shortcutActionNames.map((action) => [action, overrides[action] ?? shortcutActions[action].key]),
  ) as Keymap
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
