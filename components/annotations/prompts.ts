import type { KeyAction } from '@/lib/auth/keys'
import type { NoteKind } from '@/lib/annotations/content'

/** How an annotation ends without ratings for it. */
export const endings = ['skip', 'give_up', 'bad_problem'] as const
export type Ending = (typeof endings)[number]

/** In a screening nothing is skipped. */
export const listEndings = (canSkip: boolean): readonly Ending[] =>
  canSkip ? endings : endings.filter((ending) => ending !== 'skip')

/** What is asked in place, below what is lit: why one ends, or what one has to say of a step. */
export type Prompt = Ending | NoteKind

interface PromptSpec {
  name: string
  keyAct: KeyAction
  /** On the button that does it. */
  actionLabel: string
  /** To choose from; the last one says nothing by itself: there, words are needed. Empty: only words are asked for. */
  reasons: readonly string[]
  hint: string
}

const mergeWithPrevious = 'It belongs with the step before'
const mergeWithNext = 'It belongs with the step after'

export const promptSpecs = {
  skip: {
    name: 'Skip',
    keyAct: 'skip',
    actionLabel: 'Skip this solution',
    reasons: ['Not my field', 'Too long for me now', 'Another reason'],
    hint: 'It goes to somebody else, and does not come back to you before another round is opened.',
  },
  give_up: {
    name: 'Give up',
    keyAct: 'giveUp',
    actionLabel: 'Give up on this solution',
    reasons: ['Too hard to check', 'A step cannot be read', 'Another reason'],
    hint: 'Your ratings so far are submitted with the reason.',
  },
  bad_problem: {
    name: 'Bad problem',
    keyAct: 'badProblem',
    actionLabel: 'Report a bad problem',
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
    actionLabel: 'Flag as unsure',
    reasons: [],
    hint: 'Rate it all the same; whoever keeps the guideline sees the flag and your words.',
  },
  comment: {
    name: 'Comment',
    keyAct: 'comment',
    actionLabel: 'Keep the comment',
    reasons: [],
    hint: 'Kept beside the step, for reviewers and for yourself.',
  },
  bad_split: {
    name: 'Bad split',
    keyAct: 'badSplit',
    actionLabel: 'Report the split',
    reasons: ['It should be two steps', mergeWithPrevious, mergeWithNext, 'Another reason'],
    hint: 'A reviewer looks at it. Rate the step as it stands.',
  },
} as const satisfies Record<Prompt, PromptSpec>

export function isEnding(prompt: Prompt): prompt is Ending {
  return (endings as readonly Prompt[]).includes(prompt)
}

/** Of a step, from 0 of `stepCount`: the first has none before it, the last none after it. */
export function listReasons(prompt: Prompt, step: number, stepCount: number): readonly string[] {
  return promptSpecs[prompt].reasons.filter(
    (reason) =>
      !(reason === mergeWithPrevious && step <= 0) &&
      !(reason === mergeWithNext && step >= stepCount - 1),
  )
}

/** What was chosen and written; kept while the panel is closed. */
export interface PromptDraft {
  chosen: number | null
  text: string
}

export const emptyPromptDraft: PromptDraft = { chosen: null, text: '' }

/** The words as they are sent, or what is still missing. `reasons`: those that were to be chosen from. */
export function readPrompt(
  prompt: Prompt,
  { chosen, text }: PromptDraft,
  reasons: readonly string[],
): { text: string } | { missing: string } {
  const trimmed = text.trim()
  if (reasons.length === 0)
    return trimmed === '' && prompt !== 'flag' ? { missing: 'say what' } : { text: trimmed }
  if (chosen === null) return { missing: 'choose a reason' }
  if (chosen < reasons.length - 1)
    return { text: trimmed === '' ? `${reasons[chosen]}.` : `${reasons[chosen]}. ${trimmed}` }
  return trimmed === '' ? { missing: 'say which' } : { text: trimmed }
}
