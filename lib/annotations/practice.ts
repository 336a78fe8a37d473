import type { FinishReason, Rating } from '@/lib/formats/record'
import type { Explanation } from './content'
import { nameOption } from './work-words'

/** A solution to practise on, with what a careful annotator would find. Steps are 0-based. */
export interface PracticeSolution {
  problem: string
  answer: string
  steps: readonly string[]
  /** By step, in the order on screen. */
  alternatives: Readonly<Record<number, readonly { text: string; rating: -1 | 0 | 1 }[]>>
  /** Of several the first is the right one. */
  explanations: Readonly<Record<number, readonly string[]>>
  /** Where the first error is; null where there is none. */
  firstError: number | null
  /** Before it is read: what to try. */
  hint: string
  /** After it was submitted: why it is so. */
  why: string
}

/** Three of them, each for one thing: a clear error, a solution without one, and an error that looks like none. */
export const practiceSolutions: readonly PracticeSolution[] = [
  {
    problem: 'A shop sells pencils at 3 for $\\$2$. How many dollars do 24 pencils cost?',
    answer: '16',
    steps: [
      'Three pencils make one bundle, so I first count the bundles in 24 pencils.',
      'There are $24 \\div 3 = 8$ bundles.',
      'Each bundle costs $\\$3$, so the pencils cost $8 \\cdot 3 = 24$ dollars.',
      'The answer is $\\boxed{24}$.',
    ],
    alternatives: {
      2: [
        {
          text: 'Each bundle costs $\\$2$, so the pencils cost $8 \\cdot 2 = 16$ dollars.',
          rating: 1,
        },
        { text: 'Now the number of bundles is known.', rating: 0 },
      ],
    },
    explanations: {
      2: [
        'It takes the number of pencils in a bundle for its price.',
        'It divides in the wrong order.',
      ],
    },
    firstError: 2,
    hint: 'Rate each step negative, neutral or positive. The first negative one ends the rating; then the page asks about it.',
    why: 'Steps 1 and 2 are right. Step 3 pays 3 dollars for a bundle that costs 2, and everything after it is built on that: step 4 stays unrated.',
  },
  {
    problem: 'What is the sum of the first five odd numbers?',
    answer: '25',
    steps: [
      'Let me think about what odd numbers are.',
      'The first five odd numbers are $1, 3, 5, 7, 9$.',
      'I add them in pairs from the outside: $1 + 9 = 10$ and $3 + 7 = 10$.',
      'With the $5$ that is left in the middle the sum is $10 + 10 + 5 = 25$, so the answer is $\\boxed{25}$.',
    ],
    alternatives: {},
    explanations: {},
    firstError: null,
    hint: 'Not every solution has an error. A step that is right but adds nothing is neutral.',
    why: 'Every step is right. Step 1 says nothing that helps, so neutral fits it best; the others each bring the solution forward. A solution without an error is submitted once all its steps are rated.',
  },
  {
    problem: 'Find all real numbers $x$ with $x^2 = 5x$.',
    answer: '0 and 5',
    steps: [
      'We look for every real $x$ that satisfies $x^2 = 5x$.',
      'Dividing both sides by $x$ gives $x = 5$.',
      'Check: $5^2 = 25 = 5 \\cdot 5$, so $x = 5$ is a solution.',
      'The only solution is $\\boxed{5}$.',
    ],
    alternatives: {
      1: [
        { text: 'Moving everything to one side gives $x(x - 5) = 0$.', rating: 1 },
        { text: 'Dividing both sides by $5$ gives $x = 1$.', rating: -1 },
      ],
    },
    explanations: {
      1: [
        'It divides by $x$, which may be $0$, and so loses a solution.',
        'It makes a slip in the division.',
      ],
    },
    firstError: 1,
    hint: 'Some errors look like ordinary algebra. Ask of each step: does it follow, for every value?',
    why: 'Step 2 divides by $x$ without asking whether $x$ can be $0$, and so loses the solution $x = 0$. Step 3 is true and step 4 follows from step 2, but the first error is where the solution was lost.',
  },
]

export interface PracticeVerdict {
  isRight: boolean
  /** One plain sentence on what was submitted. */
  words: string
}

/** What somebody submitted of a practice solution; `options` are ratings of the alternatives at the first error. */
export interface PracticeAnswer {
  reason: FinishReason
  ratings: readonly Rating[]
  options: readonly (Rating | null)[]
  explanation: Explanation | null
}

/**
 * What to say of a submission. Of ratings it is judged whether they are negative: between positive and neutral there is
 * room. Of several candidate explanations the first is the right one; own words are not judged.
 */
export function judgePractice(
  { firstError, optionRatings }: { firstError: number | null; optionRatings: readonly Rating[] },
  { reason, ratings, options, explanation }: PracticeAnswer,
): PracticeVerdict {
  if (reason === 'give_up' || reason === 'bad_problem')
    return { isRight: false, words: 'You left this one without an answer.' }
  const error = ratings.indexOf(-1)
  const found = error === -1 ? null : error
  if (found !== firstError) return { isRight: false, words: describeMiss(found, firstError) }
  if (found === null) return { isRight: true, words: 'You found no error, and there is none.' }
  const remarks = optionRatings.flatMap((right, option) => {
    const name = nameOption(found, option)
    if ((options[option] === -1) === (right === -1)) return []
    return [
      right === -1
        ? `Option ${name} is wrong too, and you did not rate it negative.`
        : `You rated option ${name} negative, and it is right.`,
    ]
  })
  if (explanation && explanation.option !== null && explanation.option !== 0)
    remarks.push('The mistake is the one that the first explanation names.')
  const words = `You found the first error at step ${found + 1}, and there it is.`
  return { isRight: remarks.length === 0, words: [words, ...remarks].join(' ') }
}

function describeMiss(found: number | null, firstError: number | null): string {
  if (firstError === null) return `You marked step ${found! + 1}, but this solution has no error.`
  return found === null
    ? `You found no error, but step ${firstError + 1} is wrong.`
    : `You marked step ${found + 1}; the first error is at step ${firstError + 1}.`
}
