import { useShortcuts } from '@/components/shell/use-shortcuts'
import { keyActNames, keyActs, printKey, type KeyAct, type Keymap } from '@/lib/auth/keys'
import type { Shortcuts } from '@/lib/client/shortcuts'
import type { Target } from '@/lib/annotations/targets'
import type { NamedKey } from './all-keys'
import { askedWords, type Asked } from './asked'
import { askedFieldId } from './asked-panel'
import { ratingLooks, ratings } from './ratings'
import type { AskedActs } from './use-asked'
import type { AnnotationActs } from './use-annotation-acts'

interface KeyParts {
  keymap: Keymap
  lit: Target
  acts: AnnotationActs
  asked: AskedActs
  toggles: {
    problem: () => void
    raw: () => void
    keys: () => void
    closeKeys: () => void
    /** Goes to the field for one's own words, where what is lit has one. */
    write: () => void
    guideline: () => void
  }
  onAsk: (asked: Asked | null) => void
  submit: (by: 'key') => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Answers the keys, and names them all for the list of keys. */
export function useAnnotationKeys(parts: KeyParts): NamedKey[] {
  const bound = bindActs(parts)
  useShortcuts(parts.asked.asked ? bindAskedKeys(parts, bound) : bindKeys(parts, bound))
  return keyActNames.map((act) => ({
    act,
    cap: printKey(parts.keymap[act]),
    words: nameAct(act),
    run: bound[act],
  }))
}

type BoundActs = Record<KeyAct, () => void>

function bindActs({ acts, asked, toggles, onAsk, submit }: KeyParts): BoundActs {
  const ask = (wanted: Asked) => () => onAsk(asked.asked === wanted ? null : wanted)
  return {
    rateNegative: () => acts.answer(0, 'key'),
    rateNeutral: () => acts.answer(1, 'key'),
    ratePositive: () => acts.answer(2, 'key'),
    choose: () => acts.chooseLit('key'),
    write: toggles.write,
    previous: () => acts.move(-1),
    next: () => acts.move(1),
    undo: () => acts.undo('key'),
    flag: ask('flag'),
    comment: ask('comment'),
    badSplit: ask('bad_split'),
    problem: toggles.problem,
    raw: toggles.raw,
    guideline: toggles.guideline,
    allKeys: toggles.keys,
    submit: () => submit('key'),
    skip: ask('skip'),
    giveUp: ask('give_up'),
    badProblem: ask('bad_problem'),
  }
}

/** In a list digits choose the nth thing, whatever keys one rates with. */
function bindKeys({ keymap, lit, acts, toggles }: KeyParts, bound: BoundActs): Shortcuts {
  const isRating = lit.kind === 'step' || lit.kind === 'option'
  return {
    ...Object.fromEntries(keyActNames.map((act) => [keymap[act], bound[act]])),
    ...(isRating ? {} : bindDigits((nth) => acts.answer(nth, 'key'))),
    Escape: toggles.closeKeys,
  }
}

/** While something is asked, digits choose the reason; what would change ratings behind it waits. */
function bindAskedKeys({ keymap, asked }: KeyParts, bound: BoundActs): Shortcuts {
  const stays: readonly KeyAct[] = [
    ...Object.values(askedWords).map(({ keyAct }) => keyAct),
    'problem',
    'raw',
    'guideline',
    'allKeys',
  ]
  return {
    ...Object.fromEntries(stays.map((act) => [keymap[act], bound[act]])),
    ...bindDigits(asked.choose),
    [keymap.write]: () => document.getElementById(askedFieldId)?.focus(),
    Enter: () => asked.end('key'),
    Escape: asked.close,
  }
}

function bindDigits(choose: (nth: number) => void): Shortcuts {
  return Object.fromEntries(digits.map((digit, nth) => [digit, () => choose(nth)]))
}

const ratingOf = { rateNegative: 0, rateNeutral: 1, ratePositive: 2 } as const

function nameAct(act: KeyAct): string {
  if (act !== 'rateNegative' && act !== 'rateNeutral' && act !== 'ratePositive')
    return keyActs[act].words
  const { word, meaning } = ratingLooks[ratings[ratingOf[act]]]
  return `${word}: ${meaning}`
}
