import { findFirstError } from '@/lib/formats/annotation-rules'
import type { FinishReason, Rating } from '@/lib/formats/record'
import { capitalise } from '@/lib/platform/format'
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
  /** Expected ratings of the steps, up to the first error. */
  ratings: readonly Rating[]
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
      'Pencils come in bundles of 3, so the cost is the number of bundles times the price of a bundle.',
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
    ratings: [1, 1, -1],
    hint: 'Rate each step negative, neutral or positive. Stop at the first negative step.',
    why: 'Steps 1 and 2 are correct and lead to the answer, so they are positive. Step 3 uses 3 dollars per bundle instead of 2. Step 4 depends on it and stays unrated.',
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
    ratings: [0, -1],
    hint: 'Some errors look like ordinary algebra. For each step, ask: does it hold for every value?',
    why: 'Step 2 divides by $x$, which can be $0$, and so loses the solution $x = 0$. Step 1 only restates the problem, so it is neutral.',
  },
]

/** A rating that differs from the expected one. */
interface RatingDifference {
  step: number
  /** 0-based; null for the step itself. */
  option: number | null
  /** Null for an option that is not rated. */
  rating: Rating | null
  expectedRating: Rating
}

export interface PracticeGrade {
  isCorrect: boolean
  /** What was correct or wrong, with formulas between dollar signs. */
  message: string
  /** Also those that don't change `isCorrect`: neutral instead of positive, or the reverse. */
  differences: readonly RatingDifference[]
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
 * Grades a practice answer. Mixing up neutral and positive is mentioned, but not wrong, and the annotator's own explanation is
 * not graded.
 */
export function gradePracticeSolution(
  expectedAnswer: ExpectedAnswer,
  answer: PracticeAnswer,
): PracticeGrade {
  const { reason, ratings } = answer
  if (reason === 'give_up' || reason === 'bad_problem')
    return {
      isCorrect: false,
      message: 'You ended this solution early, so there is nothing to compare.',
      differences: [],
    }
  const { firstError } = expectedAnswer
  const errorStep = findFirstError(ratings)
  const differences = listDifferences(expectedAnswer, answer)
  const mixUps = describeMixUps(differences.filter(isMixUp))
  if (errorStep !== firstError)
    return {
      isCorrect: false,
      message: [describeMiss(errorStep, firstError), ...mixUps].join(' '),
      differences,
    }
  const mistakes = [
    ...differences.filter((difference) => !isMixUp(difference)).map(describeOptionMistake),
    ...describeExplanationMistake(expectedAnswer, answer, errorStep),
  ]
  const result =
    errorStep === null ? 'There is no error.' : `The first error is at step ${errorStep + 1}.`
  return {
    isCorrect: mistakes.length === 0,
    message: [result, ...mistakes, ...mixUps].join(' '),
    differences,
  }
}

/** The alternatives at the first error if the annotator found it. No others were rated. */
export const listRatedAlternatives = (
  { firstError, alternatives }: Pick<ExpectedAnswer, 'firstError' | 'alternatives'>,
  ratings: readonly Rating[],
) =>
  firstError !== null && findFirstError(ratings) === firstError
    ? (alternatives[firstError] ?? [])
    : []

function listDifferences(
  expectedAnswer: ExpectedAnswer,
  { ratings, options }: PracticeAnswer,
): RatingDifference[] {
  const ofSteps = ratings.map((rating, step) => ({
    step,
    option: null,
    rating,
    expectedRating: expectedAnswer.ratings[step] ?? rating,
  }))
  const alternatives = listRatedAlternatives(expectedAnswer, ratings)
  const ofOptions = alternatives.map(({ rating: expectedRating }, option) => ({
    step: expectedAnswer.firstError!,
    option,
    rating: options[option] ?? null,
    expectedRating,
  }))
  return [...ofSteps, ...ofOptions].filter(
    ({ rating, expectedRating }) => rating !== expectedRating,
  )
}

/** Whether neutral and positive are mixed up, which isn't wrong. */
const isMixUp = ({ rating, expectedRating }: RatingDifference) =>
  rating !== null && rating !== -1 && expectedRating !== -1

function describeOptionMistake({ rating, expectedRating, ...target }: RatingDifference): string {
  const action = rating === null ? 'did not rate it' : `rated it ${ratingNames[rating]}`
  return `${capitalise(nameTarget(target))} is ${ratingNames[expectedRating]}, but you ${action}.`
}

function describeMixUps(mixUps: readonly RatingDifference[]): string[] {
  const [first, second] = mixUps
  if (!first) return []
  if (second) return [`${mixUps.length} of your ratings mix up neutral and positive.`]
  const { rating, expectedRating, ...target } = first
  return [
    `You rated ${nameTarget(target)} ${ratingNames[rating!]}; it is ${ratingNames[expectedRating]}.`,
  ]
}

const nameTarget = ({ step, option }: Pick<RatingDifference, 'step' | 'option'>) =>
  option === null ? `step ${step + 1}` : `option ${formatOptionName(step, option)}`

function describeExplanationMistake(
  { explanations }: ExpectedAnswer,
  { explanation }: PracticeAnswer,
  errorStep: number | null,
): string[] {
  return errorStep !== null && explanation && explanation.option !== null && explanation.option > 0
    ? [`The correct explanation: “${explanations[errorStep]![0]!}”`]
    : []
}

function describeMiss(errorStep: number | null, firstError: number | null): string {
  if (firstError === null)
    return `You rated step ${errorStep! + 1} negative, but this solution has no error.`
  return errorStep === null
    ? `You found no error, but step ${firstError + 1} is wrong.`
    : `You rated step ${errorStep + 1} negative, but the first error is at step ${firstError + 1}.`
}
