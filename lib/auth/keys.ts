/** Where an act stands in the list of keys. */
export const keyGroups = {
  answer: 'Answer what is lit',
  move: 'Move and take back',
  say: 'Say more about a step',
  look: 'Look',
  end: 'Finish or leave the solution',
} as const satisfies Record<string, string>

export type KeyGroup = keyof typeof keyGroups

interface KeyActRow {
  /** As a key event names it. */
  key: string
  /** What it does, in a few words. */
  words: string
  group: KeyGroup
}

/**
 * Every act of the labelling screen that has a key, in the order in which lists show them. Digits choose the nth thing
 * on screen, and of them only the three ratings move.
 */
export const keyActs = {
  rateNegative: { key: '1', words: 'negative', group: 'answer' },
  rateNeutral: { key: '2', words: 'neutral', group: 'answer' },
  ratePositive: { key: '3', words: 'positive', group: 'answer' },
  choose: { key: 'o', words: 'choose the option that is lit', group: 'answer' },
  write: { key: 'w', words: 'write your own', group: 'answer' },
  previous: { key: 'k', words: 'back to the one before', group: 'move' },
  next: { key: 'j', words: 'on to the next', group: 'move' },
  undo: { key: 'z', words: 'undo, across steps', group: 'move' },
  flag: { key: 'u', words: 'unsure', group: 'say' },
  comment: { key: 'c', words: 'comment', group: 'say' },
  badSplit: { key: 'x', words: 'report a bad split', group: 'say' },
  problem: { key: 'p', words: 'fold or unfold the problem', group: 'look' },
  raw: { key: 'r', words: 'raw text', group: 'look' },
  guideline: { key: 'l', words: 'guideline', group: 'look' },
  allKeys: { key: '?', words: 'all keys', group: 'look' },
  submit: { key: 'Enter', words: 'submit', group: 'end' },
  skip: { key: 's', words: 'skip', group: 'end' },
  giveUp: { key: 'g', words: 'give up', group: 'end' },
  badProblem: { key: 'b', words: 'bad problem', group: 'end' },
} as const satisfies Record<string, KeyActRow>

export type KeyAct = keyof typeof keyActs

export const keyActNames = Object.keys(keyActs) as readonly KeyAct[]

/** Which key does what for one person: every act has one, and no key stands there twice. */
export type Keymap = Readonly<Record<KeyAct, string>>

/** Acts that a person has put on other keys. */
export type KeyOverrides = Readonly<Partial<Record<KeyAct, string>>>

/** Marks that may be keys: most layouts type them without a modifier, or with shift alone. */
export const punctuationKeys = ['?', ',', '.', ';', '/', '-', '='] as const

export const defaultKeymap: Keymap = fillKeymap({})

/** Why an act cannot have a key, in words; null when it can. */
export function findKeyProblem(act: KeyAct, key: string): string | null {
  const isLetter = /^[a-z]$/.test(key)
  if (act === 'submit')
    return isLetter || key === 'Enter' ? null : 'Submit can be Enter or a letter.'
  if (isLetter || (punctuationKeys as readonly string[]).includes(key)) return null
  if (key === 'Enter') return 'Enter only submits.'
  if (!/^\d$/.test(key))
    return `A key is a letter, or one of these marks: ${punctuationKeys.join(' ')}`
  if (!/^[123]$/.test(key)) return 'Digits from 4 on choose from lists.'
  return isRating(act)
    ? null
    : 'Digits choose the nth thing on the page: only the three ratings can have 1, 2 or 3.'
}

function isRating(act: KeyAct): boolean {
  return act === 'rateNegative' || act === 'rateNeutral' || act === 'ratePositive'
}

export interface KeyClash {
  key: string
  acts: readonly [KeyAct, KeyAct]
}

/** Two acts that have the same key; null where there are none. */
export function findKeyClash(keymap: Keymap): KeyClash | null {
  const seen = new Map<string, KeyAct>()
  for (const act of keyActNames) {
    const other = seen.get(keymap[act])
    if (other) return { key: keymap[act], acts: [other, act] }
    seen.set(keymap[act], act)
  }
  return null
}

/**
 * The keys of a person from what is stored of them. Whatever cannot stand falls back to its own key: an act that is not
 * there any more, a key that may not be, two acts on one key.
 */
export function makeKeymap(overrides: unknown): Keymap {
  let kept = readOverrides(overrides)
  for (;;) {
    const keymap = fillKeymap(kept)
    const clash = findKeyClash(keymap)
    if (!clash) return keymap
    // At least one of the two was moved, as no two acts begin on the same key: each round leaves fewer.
    kept = Object.fromEntries(
      Object.entries(kept).filter(([act]) => !(clash.acts as readonly string[]).includes(act)),
    )
  }
}

/** What is stored of a keymap: the acts that stand elsewhere. */
export function listKeyOverrides(keymap: Keymap): KeyOverrides {
  return Object.fromEntries(
    keyActNames
      .filter((act) => keymap[act] !== keyActs[act].key)
      .map((act) => [act, keymap[act]] as const),
  )
}

/** The act that a key stands for; null where it stands for none. */
export function findKeyAct(keymap: Keymap, key: string): KeyAct | null {
  return keyActNames.find((act) => keymap[act] === key) ?? null
}

/** As it is printed on a key cap. */
export function printKey(key: string): string {
  return key === 'Enter' ? '⏎' : key
}

/** The same of an act that may have no key. */
export const printKeyIfAny = (key: string | null): string | undefined =>
  key === null ? undefined : printKey(key)

/** Every act with its key; says nothing on whether they can stand. */
export function fillKeymap(overrides: KeyOverrides): Keymap {
  return Object.fromEntries(
    keyActNames.map((act) => [act, overrides[act] ?? keyActs[act].key]),
  ) as Keymap
}

function readOverrides(overrides: unknown): KeyOverrides {
  if (typeof overrides !== 'object' || overrides === null) return {}
  const stored = new Map<string, unknown>(Object.entries(overrides))
  const entries = keyActNames.flatMap((act) => {
    const key = stored.get(act)
    return typeof key === 'string' && findKeyProblem(act, key) === null ? [[act, key]] : []
  })
  return Object.fromEntries(entries) as KeyOverrides
}
