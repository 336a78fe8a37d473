import { expect, it } from 'vitest'
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
const solution: Pick<PracticeSolution, 'firstError' | 'alternatives' | 'explanations'> = {
  firstError: 2,
  explanations: { 2: ['It adds wrongly.', 'It divides wrongly.'] },
  alternatives: {
    2: [
      { text: 'One', rating: 0 },
      { text: 'Another', rating: -1 },
    ],
  },
}

it('a practice answer is graded by its first error, the ratings of the options there and the chosen explanation', () => {
  const right = { options: [0, -1] as Rating[], explanation: { option: 0 } }
  expect(gradePracticeSolution(solution, answer([1, 0, -1], right))).toMatchObject({
    isCorrect: true,
  })
  const wrong = { options: [-1, 1] as Rating[], explanation: { option: 1 } }
  const { isCorrect, message } = gradePracticeSolution(solution, answer([1, 1, -1], wrong))
  expect(isCorrect).toBe(false)
  expect(message).toBe(
    'The first error is at step 3. Option 3a is neutral, but you rated it negative. ' +
      'Option 3b is negative, but you rated it positive. The correct explanation: “It adds wrongly.”',
  )
})

it.each<[{ firstError: number | null }, PracticeAnswer, string]>([
  [solution, answer([1, -1]), 'You rated step 2 negative, but the first error is at step 3.'],
  [solution, answer([1, 1, 1]), 'You found no error, but step 3 is wrong.'],
  [
    { firstError: null },
    answer([-1]),
    'You rated step 1 negative, but this solution has no error.',
  ],
  [
    solution,
    answer([1], { reason: 'give_up' }),
    'You ended this solution early, so there is nothing to compare.',
  ],
])(
  'the grade of a practice answer says what was wrong with it (case %#)',
  (expectedAnswer, submitted, message) => {
    const grade = gradePracticeSolution(
      { alternatives: {}, explanations: {}, ...expectedAnswer },
      submitted,
    )
    expect(grade).toEqual({ isCorrect: false, message, differences: [] })
  },
)

it.each<[Rating[], string, { step: number; expectedRating: Rating }[]]>([
  [[0, 1, 1], 'There is no error.', []],
  [
    [1, 1, 1],
    'There is no error. You rated step 1 positive; it is neutral.',
    [{ step: 0, expectedRating: 0 }],
  ],
  [
    [0, 0, 0],
    'There is no error. 2 of your ratings differ from the expected ones.',
    [
      { step: 1, expectedRating: 1 },
      { step: 2, expectedRating: 1 },
    ],
  ],
])(
  'a correct practice answer names ratings that differ from the expected ones (case %#)',
  (ratings, message, differences) => {
    const expectedAnswer = { alternatives: {}, explanations: {}, ratings: [0, 1, 1] as const }
    expect(gradePracticeSolution({ firstError: null, ...expectedAnswer }, answer(ratings))).toEqual(
      { isCorrect: true, message, differences },
    )
  },
)

it('the expected ratings of a practice solution cover its steps', () => {
  const rated = practiceSolutions.filter(({ ratings }) => ratings !== undefined)
  expect(rated.map(({ ratings }) => ratings?.length)).toEqual(
    rated.map(({ steps, firstError }) => (firstError === null ? steps.length : firstError + 1)),
  )
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
