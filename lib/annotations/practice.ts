import { findFirstError } from '@/lib/formats/annotation-rules'
import type { FinishReason, Rating } from '@/lib/formats/record'
import type { Explanation } from './content'
import { formatOptionName } from './work-labels'

/** A practice solution with its expected answer. Steps are 0-based. */
export interface PracticeSolution {
  problem: string
  answer: string
  steps: readonly string[]
  /** By step, in the order on screen. */
  alternatives: Readonly<Record<number, readonly { text: string; rating: -1 | 0 | 1 }[]>>
  /** By step. The first explanation of each step is correct. */
  explanations: Readonly<Record<number, readonly string[]>>
  /** Null for no error. */
  firstError: number | null
  /** Expected ratings of the steps, if `why` names them. Without them, positive and neutral count as the same. */
  ratings?: readonly Rating[]
  /** Shown with the solution. */
  hint: string
  /** Shown with the result. */
  why: string
}

/** A clear error, a solution without an error, and an error that is easy to miss. */
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
        'It uses the number of pencils in a bundle as the price.',
        'It divides in the wrong order.',
      ],
    },
    firstError: 2,
    hint: 'Rate each step negative, neutral or positive. Stop at the first negative step.',
    why: 'Steps 1 and 2 are correct. Step 3 uses 3 dollars per bundle instead of 2. Step 4 depends on it and stays unrated.',
  },
  {
    problem: 'What is the sum of the first five odd numbers?',
    answer: '25',
    steps: [
      'Let me think about what odd numbers are.',
      'The first five odd numbers are $1, 3, 5, 7, 9$.',
      'I add them in pairs from the outside: $1 + 9 = 10$ and $3 + 7 = 10$.',
      'With the remaining $5$ in the middle, the sum is $10 + 10 + 5 = 25$, so the answer is $\\boxed{25}$.',
    ],
    alternatives: {},
    explanations: {},
    firstError: null,
    ratings: [0, 1, 1, 1],
    hint: 'Not every solution has an error. A step that is correct but adds nothing is neutral.',
    why: 'Every step is correct. Step 1 adds nothing, so it is neutral. The other steps are positive.',
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
        'It makes a mistake in the division.',
      ],
    },
    firstError: 1,
    hint: 'Some errors look like ordinary algebra. For each step, ask: does it hold for every value?',
    why: 'Step 2 divides by $x$, which can be $0$, and so loses the solution $x = 0$. Step 1 is correct, so step 2 is the first error.',
  },
]

export interface PracticeGrade {
  isCorrect: boolean
  /** What was correct or wrong, with formulas between dollar signs. */
  message: string
  /** Steps whose rating differs from the expected one although the first error is right. They don't change `isCorrect`. */
  differences: readonly { step: number; expectedRating: Rating }[]
}

const ratingNames = { [-1]: 'negative', [0]: 'neutral', [1]: 'positive' } as const satisfies Record<
  Rating,
  string
>

/** A submitted practice answer; `options` are the ratings of the alternatives at the first error. */
export interface PracticeAnswer {
  reason: FinishReason
  ratings: readonly Rating[]
  options: readonly (Rating | null)[]
  explanation: Explanation | null
}

type ExpectedAnswer = Pick<
  PracticeSolution,
  'firstError' | 'alternatives' | 'explanations' | 'ratings'
>

/**
 * Grades a practice answer. Positive instead of neutral is mentioned, but not wrong, and the annotator's own explanation is not
 * graded.
 */
export function gradePracticeSolution(
  expectedAnswer: ExpectedAnswer,
  answer: PracticeAnswer,
): PracticeGrade {
  const { reason, ratings } = answer
  const { firstError, ratings: expectedRatings } = expectedAnswer
  if (reason === 'give_up' || reason === 'bad_problem')
    return makeWrongGrade('You ended this solution early, so there is nothing to compare.')
  const errorStep = findFirstError(ratings)
  if (errorStep !== firstError) return makeWrongGrade(describeMiss(errorStep, firstError))
  const mistakes = errorStep === null ? [] : listMistakesAtError(expectedAnswer, answer, errorStep)
  const differences = ratings.flatMap((rating, step) => {
    const expectedRating = expectedRatings?.[step] ?? rating
    return expectedRating === rating ? [] : [{ step, expectedRating }]
  })
  const result =
    errorStep === null ? 'There is no error.' : `The first error is at step ${errorStep + 1}.`
  return {
    isCorrect: mistakes.length === 0,
    message: [result, ...mistakes, ...describeDifferences(ratings, differences)].join(' '),
    differences,
  }
}

const makeWrongGrade = (message: string): PracticeGrade => ({
  isCorrect: false,
  message,
  differences: [],
})

/** What is wrong with the ratings of the options and the chosen explanation. */
function listMistakesAtError(
  { alternatives, explanations }: ExpectedAnswer,
  { options, explanation }: PracticeAnswer,
  errorStep: number,
): string[] {
  const mistakes = (alternatives[errorStep] ?? []).flatMap(({ rating: right }, option) => {
    if ((options[option] === -1) === (right === -1)) return []
    const name = formatOptionName(errorStep, option)
    const rating = options[option] ?? null
    const action = rating === null ? 'did not rate it' : `rated it ${ratingNames[rating]}`
    return [`Option ${name} is ${ratingNames[right]}, but you ${action}.`]
  })
  return explanation && explanation.option !== null && explanation.option !== 0
    ? [...mistakes, `The correct explanation: “${explanations[errorStep]![0]!}”`]
    : mistakes
}

function describeDifferences(
  ratings: readonly Rating[],
  differences: PracticeGrade['differences'],
): string[] {
  const [first, second] = differences
  if (!first) return []
  if (second) return [`${differences.length} of your ratings differ from the expected ones.`]
  const rating = ratingNames[ratings[first.step]!]
  return [`You rated step ${first.step + 1} ${rating}; it is ${ratingNames[first.expectedRating]}.`]
}

function describeMiss(errorStep: number | null, firstError: number | null): string {
  if (firstError === null)
    return `You rated step ${errorStep! + 1} negative, but this solution has no error.`
  return errorStep === null
    ? `You found no error, but step ${firstError + 1} is wrong.`
    : `You rated step ${errorStep + 1} negative, but the first error is at step ${firstError + 1}.`
}
