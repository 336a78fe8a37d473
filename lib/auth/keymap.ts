/**
 * The default key of every labelling action, in display order. Keys are named as in a key event. Digits are reserved for
 * choosing the nth item of a list; only ratings can also use 1, 2 and 3.
 */
const defaultKeys = {
  rateNegative: '1',
  rateNeutral: '2',
  ratePositive: '3',
  choose: 'o',
  write: 'w',
  previous: 'k',
  next: 'j',
  undo: 'z',
  flag: 'u',
  comment: 'c',
  badSplit: 'x',
  problem: 'p',
  raw: 'r',
  guideline: 'l',
  allKeys: '?',
  submit: 'Enter',
  skip: 's',
  giveUp: 'g',
  badProblem: 'b',
} as const satisfies Record<string, string>

export type ShortcutAction = keyof typeof defaultKeys

export const shortcutActionNames = Object.keys(defaultKeys) as readonly ShortcutAction[]

/** The key of each action for one person. Before it is checked, it can use a key twice (`findShortcutConflict`). */
export type Keymap = Readonly<Record<ShortcutAction, string>>

/** Actions that a person has moved to other keys. */
export type KeymapOverrides = Readonly<Partial<Record<ShortcutAction, string>>>

/** Punctuation keys: most layouts type these without a modifier, or with shift only. */
export const punctuationKeys = ['?', ',', '.', ';', '/', '-', '='] as const

export const defaultKeymap: Keymap = applyKeymapOverrides({})

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
    shortcutActionNames.map((action) => [action, overrides[action] ?? defaultKeys[action]]),
  ) as Keymap
}
