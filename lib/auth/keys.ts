/** Where an act stands in the list of keys. */
export const keyGroups = {
  answer: 'Rate and answer',
  move: 'Move and undo',
  say: 'Annotate a step',
  look: 'View',
  end: 'Finish the solution',
} as const satisfies Record<string, string>

export type KeyGroup = keyof typeof keyGroups

interface KeyActionRow {
  /** As a key event names it. */
  key: string
  /** What it does, in a few words. */
  label: string
  group: KeyGroup
}

/**
 * Every act of the labelling screen that has a key, in the order in which lists show them. Digits choose the nth thing
 * on screen, and of them only the three ratings move.
 */
export const keyActions = {
  rateNegative: { key: '1', label: 'negative', group: 'answer' },
  rateNeutral: { key: '2', label: 'neutral', group: 'answer' },
  ratePositive: { key: '3', label: 'positive', group: 'answer' },
  choose: { key: 'o', label: 'choose the current option', group: 'answer' },
  write: { key: 'w', label: 'write your own', group: 'answer' },
  previous: { key: 'k', label: 'go back', group: 'move' },
  next: { key: 'j', label: 'go on', group: 'move' },
  undo: { key: 'z', label: 'undo', group: 'move' },
  flag: { key: 'u', label: 'unsure', group: 'say' },
  comment: { key: 'c', label: 'comment', group: 'say' },
  badSplit: { key: 'x', label: 'report bad split', group: 'say' },
  problem: { key: 'p', label: 'collapse or expand the problem', group: 'look' },
  raw: { key: 'r', label: 'raw text', group: 'look' },
  guideline: { key: 'l', label: 'guideline', group: 'look' },
  allKeys: { key: '?', label: 'keyboard shortcuts', group: 'look' },
  submit: { key: 'Enter', label: 'submit', group: 'end' },
  skip: { key: 's', label: 'skip', group: 'end' },
  giveUp: { key: 'g', label: 'give up', group: 'end' },
  badProblem: { key: 'b', label: 'bad problem', group: 'end' },
} as const satisfies Record<string, KeyActionRow>

export type KeyAction = keyof typeof keyActions

export const keyActionNames = Object.keys(keyActions) as readonly KeyAction[]

/** Which key does what for one person: every act has one, and no key stands there twice. */
export type Keymap = Readonly<Record<KeyAction, string>>

/** Acts that a person has put on other keys. */
export type KeyOverrides = Readonly<Partial<Record<KeyAction, string>>>

/** Marks that may be keys: most layouts type them without a modifier, or with shift alone. */
export const punctuationKeys = ['?', ',', '.', ';', '/', '-', '='] as const

export const defaultKeymap: Keymap = fillKeymap({})

/** Why an act cannot have a key, in words; null when it can. */
export function findKeyProblem(action: KeyAction, key: string): string | null {
  const isLetter = /^[a-z]$/.test(key)
  if (action === 'submit')
    return isLetter || key === 'Enter' ? null : 'Submit must be Enter or a letter.'
  if (isLetter || (punctuationKeys as readonly string[]).includes(key)) return null
  if (key === 'Enter') return 'Enter is reserved for Submit.'
  if (!/^\d$/.test(key)) return `Use a letter or one of: ${punctuationKeys.join(' ')}`
  if (!/^[123]$/.test(key)) return 'Digits 4 to 9 are reserved for lists.'
  return isRating(action)
    ? null
    : 'Digits are reserved for lists. Only the three ratings can use 1, 2 or 3.'
}

function isRating(action: KeyAction): boolean {
  return action === 'rateNegative' || action === 'rateNeutral' || action === 'ratePositive'
}

export interface KeyClash {
  key: string
  actions: readonly [KeyAction, KeyAction]
}

/** Two acts that have the same key; null where there are none. */
export function findKeyClash(keymap: Keymap): KeyClash | null {
  const actionByKey = new Map<string, KeyAction>()
  for (const action of keyActionNames) {
    const other = actionByKey.get(keymap[action])
    if (other) return { key: keymap[action], actions: [other, action] }
    actionByKey.set(keymap[action], action)
  }
  return null
}

/**
 * The keys of a person from what is stored of them. Whatever cannot stand falls back to its own key: an act that is not
 * there any more, a key that may not be, two acts on one key.
 */
export function makeKeymap(overrides: unknown): Keymap {
  let overrideSubset = readOverrides(overrides)
  for (;;) {
    const keymap = fillKeymap(overrideSubset)
    const clash = findKeyClash(keymap)
    if (!clash) return keymap
    // At least one of the two was moved, as no two acts begin on the same key: each round leaves fewer.
    overrideSubset = Object.fromEntries(
      Object.entries(overrideSubset).filter(
        ([action]) => !(clash.actions as readonly string[]).includes(action),
      ),
    )
  }
}

/** What is stored of a keymap: the acts that stand elsewhere. */
export function listKeyOverrides(keymap: Keymap): KeyOverrides {
  return Object.fromEntries(
    keyActionNames
      .filter((action) => keymap[action] !== keyActions[action].key)
      .map((action) => [action, keymap[action]] as const),
  )
}

/** The act that a key stands for; null where it stands for none. */
export function findKeyAction(keymap: Keymap, key: string): KeyAction | null {
  return keyActionNames.find((action) => keymap[action] === key) ?? null
}

/** As it is printed on a key cap. */
export function formatKey(key: string): string {
  return key === 'Enter' ? '⏎' : key
}

/** The same of an act that may have no key. */
export const formatKeyIfAny = (key: string | null): string | undefined =>
  key === null ? undefined : formatKey(key)

/** Every act with its key; says nothing on whether they can stand. */
export function fillKeymap(overrides: KeyOverrides): Keymap {
  return Object.fromEntries(
    keyActionNames.map((action) => [action, overrides[action] ?? keyActions[action].key]),
  ) as Keymap
}

function readOverrides(overrides: unknown): KeyOverrides {
  if (typeof overrides !== 'object' || overrides === null) return {}
  const stored = new Map<string, unknown>(Object.entries(overrides))
  const entries = keyActionNames.flatMap((action) => {
    const key = stored.get(action)
    return typeof key === 'string' && findKeyProblem(action, key) === null ? [[action, key]] : []
  })
  return Object.fromEntries(entries) as KeyOverrides
}
