import { expect, it } from 'vitest'
import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'
import {
  gradePracticeSolution,
  practiceSolutions,
  type PracticeAnswer,
  type PracticeSolution,
} from './practice'

const answer = (ratings: Rating[], more: Partial<PracticeAnswer> = {}): PracticeAnswer => ({
  reason: ratings.at(-1) === -1 ? 'found_error' : 'solution',
  ratings,
  options: [],
  explanation: null,
  ...more,
})
const solution: Pick<PracticeSolution, 'firstError' | 'alternatives' | 'explanations' | 'ratings'> =
  {
    firstError: 2,
    ratings: [0, 1, -1],
    explanations: { 2: ['It adds wrongly.', 'It divides wrongly.'] },
    alternatives: {
      2: [
        { text: 'One', rating: 0 },
        { text: 'Another', rating: -1 },
      ],
    },
  }
const correctSolution = {
  firstError: null,
  ratings: [0, 1, 1],
  alternatives: {},
  explanations: {},
} as const

it('a practice answer is graded by its first error, the ratings of the options there and the chosen explanation', () => {
  const right = { options: [0, -1] as Rating[], explanation: { option: 0 } }
  expect(gradePracticeSolution(solution, answer([0, 1, -1], right))).toEqual({
    isCorrect: true,
    message: 'The first error is at step 3.',
    differences: [],
  })
  const wrong = { options: [-1, 1] as Rating[], explanation: { option: 1 } }
  const { isCorrect, message } = gradePracticeSolution(solution, answer([0, 1, -1], wrong))
  expect(isCorrect).toBe(false)
  expect(message).toBe(
    'The first error is at step 3. Option 3a is neutral, but you rated it negative. ' +
      'Option 3b is negative, but you rated it positive. The correct explanation: “It adds wrongly.”',
  )
  expect(gradePracticeSolution(solution, answer([0, 1, -1], { options: [0] })).message).toBe(
    'The first error is at step 3. Option 3b is negative, but you did not rate it.',
  )
})

it('neutral instead of positive, or the reverse, is mentioned for steps and options, but not wrong', () => {
  const gradeWith = (ratings: Rating[], options: Rating[]) => {
    const { differences, ...grade } = gradePracticeSolution(solution, answer(ratings, { options }))
    return { ...grade, differences: differences.map(({ step, option }) => [step, option]) }
  }
  expect(gradeWith([0, 1, -1], [1, -1])).toEqual({
    isCorrect: true,
    message: 'The first error is at step 3. You rated option 3a positive; it is neutral.',
    differences: [[2, 0]],
  })
  expect(gradeWith([0, 0, -1], [0, -1])).toEqual({
    isCorrect: true,
    message: 'The first error is at step 3. You rated step 2 neutral; it is positive.',
    differences: [[1, null]],
  })
  expect(gradeWith([1, 0, -1], [1, 0])).toEqual({
    isCorrect: false,
    message:
      'The first error is at step 3. Option 3b is negative, but you rated it neutral. 3 of your ratings mix up neutral and positive.',
    differences: [
      [0, null],
      [1, null],
      [2, 0],
      [2, 1],
    ],
  })
})

it.each<[typeof solution, PracticeAnswer, string, (readonly [number, Rating])[]]>([
  [
    solution,
    answer([0, -1], { options: [1, 1] }),
    'You rated step 2 negative, but the first error is at step 3.',
    [[1, 1]],
  ],
  [
    solution,
    answer([1, 1, 1, 1]),
    'You found no error, but step 3 is wrong. You rated step 1 positive; it is neutral.',
    [
      [0, 0],
      [2, -1],
    ],
  ],
  [
    correctSolution,
    answer([-1]),
    'You rated step 1 negative, but this solution has no error.',
    [[0, 0]],
  ],
  [
    solution,
    answer([1], { reason: 'give_up' }),
    'You ended this solution early, so there is nothing to compare.',
    [],
  ],
])(
  'the grade of a wrong practice answer says what was wrong, and which ratings were expected (case %#)',
  (expectedAnswer, submitted, message, expectedRatings) => {
    const { differences, ...grade } = gradePracticeSolution(expectedAnswer, submitted)
    expect(grade).toEqual({ isCorrect: false, message })
    expect(differences.map(({ step, expectedRating }) => [step, expectedRating])).toEqual(
      expectedRatings,
    )
    expect(differences.every(({ option }) => option === null)).toBe(true)
  },
)

it('a correct practice answer to a solution without an error names ratings that mix up neutral and positive', () => {
  expect(gradePracticeSolution(correctSolution, answer([0, 1, 1])).message).toBe(
    'There is no error.',
  )
  expect(gradePracticeSolution(correctSolution, answer([1, 1, 1]))).toEqual({
    isCorrect: true,
    message: 'There is no error. You rated step 1 positive; it is neutral.',
    differences: [{ step: 0, option: null, rating: 1, expectedRating: 0 }],
  })
  expect(gradePracticeSolution(correctSolution, answer([0, 0, 0])).message).toBe(
    'There is no error. 2 of your ratings mix up neutral and positive.',
  )
})

it('the expected ratings of a practice solution end at its first error, or at its last step', () => {
  for (const { ratings, steps, firstError } of practiceSolutions) {
    expect(ratings).toHaveLength(firstError === null ? steps.length : firstError + 1)
    expect(findFirstError(ratings)).toBe(firstError)
  }
})

it('two of the three practice solutions have an error, with alternatives and explanations at that step', () => {
  expect(practiceSolutions.map(({ firstError }) => firstError === null)).toEqual([
    false,
    true,
    false,
  ])
  for (const { firstError, steps, alternatives, explanations, why } of practiceSolutions) {
    expect(why).not.toBe('')
    if (firstError === null) continue
    expect(firstError).toBeLessThan(steps.length)
    expect(alternatives[firstError]!.length).toBeGreaterThan(0)
    expect(explanations[firstError]!.length).toBeGreaterThan(1)
  }
})
