import { expect, test } from 'vitest'
import {
  describeAffectedAnnotations,
  describeOpenQuestions,
  formatExampleName,
} from './describe-questions'

const zeroCounts = {
  imported: 0,
  goldOrScreening: 0,
  adjudicated: 0,
  annotatorGone: 0,
  returnedBefore: 0,
}
const describeCounts = (counts: Partial<Parameters<typeof describeAffectedAnnotations>[0]>) =>
  describeAffectedAnnotations({
    annotations: 0,
    people: 0,
    accepted: 0,
    notReturned: zeroCounts,
    areTimesRounded: false,
    listed: [],
    ...counts,
  })

test('describeAffectedAnnotations counts annotations to return, accepted ones, and by reason those that are not returned', () => {
  expect(describeCounts({})).toBe('No annotations to return.')
  expect(describeCounts({ annotations: 3, people: 2, accepted: 1 })).toBe(
    '3 annotations by 2 annotators. 1 already accepted.',
  )
  expect(
    describeCounts({ notReturned: { ...zeroCounts, adjudicated: 2, returnedBefore: 1 } }),
  ).toBe('No annotations to return. Not returned: 2 adjudicated, 1 returned before.')
})

test('describeOpenQuestions counts steps, and says that names are hidden if some are', () => {
  expect(describeOpenQuestions(1, false)).toBe('1 step with open questions or comments.')
  expect(describeOpenQuestions(2, true)).toMatch(
    /^2 steps .*\. Where annotations disagree, names are hidden until .*\.$/,
  )
})

test('formatExampleName names the step, or the option as on the labelling page', () => {
  expect(formatExampleName({ step: 3, option: 0 })).toBe('Step 4')
  expect(formatExampleName({ step: 3, option: 1 })).toBe('Option 4a')
})
