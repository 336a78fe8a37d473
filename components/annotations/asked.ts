import type { KeyAct } from '@/lib/auth/keys'
import type { NoteKind } from '@/lib/annotations/content'

/** How an annotation ends without ratings for it. */
export const endings = ['skip', 'give_up', 'bad_problem'] as const
export type Ending = (typeof endings)[number]

/** In a screening nothing is skipped. */
export const listEndings = (canSkip: boolean): readonly Ending[] =>
  canSkip ? endings : endings.filter((ending) => ending !== 'skip')

/** What is asked in place, below what is lit: why one ends, or what one has to say of a step. */
export type Asked = Ending | NoteKind

interface AskedWords {
  name: string
  keyAct: KeyAct
  /** On the button that does it. */
  act: string
  /** To choose from; the last one says nothing by itself: there, words are needed. Empty: only words are asked for. */
  reasons: readonly string[]
  hint: string
}

const withBefore = 'It belongs with the step before'
const withAfter = 'It belongs with the step after'

export const askedWords = {
  skip: {
    name: 'Skip',
    keyAct: 'skip',
    act: 'Skip this solution',
    reasons: ['Not my field', 'Too long for me now', 'Another reason'],
    hint: 'It goes to somebody else, and does not come back to you before another round is opened.',
  },
  give_up: {
    name: 'Give up',
    keyAct: 'giveUp',
    act: 'Give up on this solution',
    reasons: ['Too hard to check', 'A step cannot be read', 'Another reason'],
    hint: 'Your ratings so far are submitted with the reason.',
  },
  bad_problem: {
    name: 'Bad problem',
    keyAct: 'badProblem',
    act: 'Report a bad problem',
    reasons: [
      'It cannot be solved, or is wrong',
      'It is not clear what is asked',
      'Something is missing, such as a figure',
      'Another reason',
    ],
    hint: 'Your ratings so far are submitted with the reason.',
  },
  flag: {
    name: 'Unsure',
    keyAct: 'flag',
    act: 'Flag as unsure',
    reasons: [],
    hint: 'Rate it all the same; whoever keeps the guideline sees the flag and your words.',
  },
  comment: {
    name: 'Comment',
    keyAct: 'comment',
    act: 'Keep the comment',
    reasons: [],
    hint: 'Kept beside the step, for reviewers and for yourself.',
  },
  bad_split: {
    name: 'Bad split',
    keyAct: 'badSplit',
    act: 'Report the split',
    reasons: ['It should be two steps', withBefore, withAfter, 'Another reason'],
    hint: 'A reviewer looks at it. Rate the step as it stands.',
  },
} as const satisfies Record<Asked, AskedWords>

export function isEnding(asked: Asked): asked is Ending {
  return (endings as readonly Asked[]).includes(asked)
}

/** Of a step, from 0 of `stepCount`: the first has none before it, the last none after it. */
export function listReasons(asked: Asked, step: number, stepCount: number): readonly string[] {
  return askedWords[asked].reasons.filter(
    (reason) =>
      !(reason === withBefore && step <= 0) && !(reason === withAfter && step >= stepCount - 1),
  )
}

/** What was chosen and written; kept while the panel is closed. */
export interface AskedDraft {
  chosen: number | null
  words: string
}

export const emptyAskedDraft: AskedDraft = { chosen: null, words: '' }

/** The words as they are sent, or what is still missing. `reasons`: those that were to be chosen from. */
export function readAsked(
  asked: Asked,
  { chosen, words }: AskedDraft,
  reasons: readonly string[],
): { words: string } | { missing: string } {
  const said = words.trim()
  if (reasons.length === 0)
    return said === '' && asked !== 'flag' ? { missing: 'say what' } : { words: said }
  if (chosen === null) return { missing: 'choose a reason' }
  if (chosen < reasons.length - 1)
    return { words: said === '' ? `${reasons[chosen]}.` : `${reasons[chosen]}. ${said}` }
  return said === '' ? { missing: 'say which' } : { words: said }
}
