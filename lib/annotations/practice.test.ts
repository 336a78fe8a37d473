import { expect, it } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { judgePractice, practiceSolutions, type PracticeAnswer } from './practice'

const answer = (ratings: Rating[], more: Partial<PracticeAnswer> = {}): PracticeAnswer => ({
  reason: ratings.at(-1) === -1 ? 'found_error' : 'solution',
  ratings,
  options: [],
  explanation: null,
  ...more,
})
const solution = { firstError: 2, optionRatings: [1, -1] as Rating[] }

it('judges the first error, the other options there, and which explanation was chosen', () => {
  const right = { options: [0, -1] as Rating[], explanation: { option: 0 } }
  expect(judgePractice(solution, answer([1, 0, -1], right))).toMatchObject({ isRight: true })
  const wrong = { options: [-1, 1] as Rating[], explanation: { option: 1 } }
  const { isRight, words } = judgePractice(solution, answer([1, 1, -1], wrong))
  expect(isRight).toBe(false)
  expect(words).toContain(
    'You rated option 3a negative, and it is right. Option 3b is wrong too, and you did not rate it negative.',
  )
  expect(words).toContain('first explanation')
})

it.each<[{ firstError: number | null }, PracticeAnswer, string]>([
  [solution, answer([1, -1]), 'You marked step 2; the first error is at step 3.'],
  [solution, answer([1, 1, 1]), 'You found no error, but step 3 is wrong.'],
  [{ firstError: null }, answer([-1]), 'You marked step 1, but this solution has no error.'],
  [solution, answer([1], { reason: 'give_up' }), 'You left this one without an answer.'],
])('says what was missed', (given, submitted, words) => {
  const judged = judgePractice({ optionRatings: [], ...given }, submitted)
  expect(judged).toEqual({ isRight: false, words })
})

it('has an error to find in two of three, and says why', () => {
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
