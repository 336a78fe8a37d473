import { expect, test } from 'vitest'
import { scoreGoldAnswer } from './score-gold-answer'

test.each([
  [[], null, 'exact'],
  [[], 0, 'false_alarm'],
  [[2], null, 'missed'],
  [[2], 2, 'exact'],
  [[2, 5], 5, 'exact'],
  [[2], 1, 'near'],
  [[2, 5], 4, 'near'],
  [[2], 4, 'verdict'],
] as const)('with known first errors %j, the answer %j scores %s', (firstErrors, answer, score) => {
  expect(scoreGoldAnswer(firstErrors, answer)).toBe(score)
})
