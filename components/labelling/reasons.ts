/** How a labelling ends without ratings for it. */
export const endings = ['skip', 'give_up', 'bad_problem'] as const
export type Ending = (typeof endings)[number]

interface EndingWords {
  name: string
  keyName: string
  /** On the button that does it. */
  act: string
  /** The last one says nothing by itself: there, words are needed. */
  reasons: readonly [string, ...string[]]
  hint: string
}

export const endingWords = {
  skip: {
    name: 'Skip',
    keyName: 's',
    act: 'Skip this solution',
    reasons: ['Not my field', 'Too long for me now', 'Another reason'],
    hint: 'It goes to somebody else and does not come back to you.',
  },
  give_up: {
    name: 'Give up',
    keyName: 'g',
    act: 'Give up on this solution',
    reasons: ['Too hard to check', 'A step cannot be read', 'Another reason'],
    hint: 'Your ratings so far are submitted with the reason.',
  },
  bad_problem: {
    name: 'Bad problem',
    keyName: 'b',
    act: 'Report a bad problem',
    reasons: [
      'It cannot be solved, or is wrong',
      'It is not clear what is asked',
      'Something is missing, such as a figure',
      'Another reason',
    ],
    hint: 'Your ratings so far are submitted with the reason.',
  },
} as const satisfies Record<Ending, EndingWords>

/** What was chosen and written; kept while the reason is closed. */
export interface ReasonDraft {
  chosen: number | null
  words: string
}

export const emptyReason: ReasonDraft = { chosen: null, words: '' }

/** The reason as it is sent, or what is still missing. */
export function readReason(
  ending: Ending,
  { chosen, words }: ReasonDraft,
): { reason: string } | { missing: string } {
  const { reasons } = endingWords[ending]
  if (chosen === null) return { missing: 'choose a reason' }
  const said = words.trim()
  if (chosen < reasons.length - 1)
    return { reason: said === '' ? `${reasons[chosen]}.` : `${reasons[chosen]}. ${said}` }
  return said === '' ? { missing: 'say which' } : { reason: said }
}
