import { expect, test } from 'vitest'
import { formatHiddenAnswerEffectTitle } from './format-hidden-answer-effect-title'

const makeArms = (value: number, low: number | null, high: number | null, count = 40) => ({
  visible: null,
  hidden: null,
  difference: { value, low, high },
  observations: { visible: count, hidden: count },
})

test.each([
  [makeArms(-0.1, -0.2, -0.05), 'Hiding the reference answer lowers the error rate by 10.0 points'],
  [makeArms(0.1, 0.05, 0.2), 'Hiding the reference answer raises the error rate by 10.0 points'],
  [makeArms(0.1, -0.05, 0.2), /no significant difference in errors found/],
  [makeArms(0.1, 0.05, 0.2, 19), /too few/],
  [makeArms(0.1, null, null), /^Hidden-reference comparison$/],
])(
  'the title of the hidden-reference section claims a difference only if its interval excludes zero and n is at least 20, case %#',
  (errorRate, title) => {
    const noDifference = makeArms(0, null, null)
    const result = {
      annotations: { visible: 40, hidden: 40 },
      problems: 9,
      people: 2,
      errorRate,
      firstError: noDifference,
      errorRateOnWrong: noDifference,
      errorRateOnCorrect: noDifference,
      exactOnGold: noDifference,
      secondsPerStep: noDifference,
    }
    expect(formatHiddenAnswerEffectTitle(result)).toMatch(title)
  },
)
