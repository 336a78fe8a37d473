import { expect, test } from 'vitest'
import { describeBlind } from './describe-blind'

const arms = (value: number, low: number | null, high: number | null, count = 40) => ({
  ...{ shown: null, hidden: null, difference: { value, low, high } },
  of: { shown: count, hidden: count },
})

test.each([
  [arms(-0.1, -0.2, -0.05), 'Without the reference answer 10.0 % fewer annotations find an error'],
  [arms(0.1, 0.05, 0.2), 'Without the reference answer 10.0 % more annotations find an error'],
  [arms(0.1, -0.05, 0.2), /as many errors are found, as far as can be told/],
  [arms(0.1, 0.05, 0.2, 19), /too few/],
  [arms(0.1, null, null), /^With and without the reference answer$/],
])('%#', (errorRate, words) => {
  const none = arms(0, null, null)
  const blind = {
    ...{ annotations: { shown: 40, hidden: 40 }, problems: 9, people: 2, errorRate },
    ...{ firstError: none, foundInWrong: none, foundInRight: none },
    ...{ exactOnGold: none, secondsPerStep: none },
  }
  expect(describeBlind(blind)).toMatch(words)
})
