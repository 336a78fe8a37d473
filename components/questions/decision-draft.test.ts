import { expect, test } from 'vitest'
import { checkDecisionDraft, emptyDecisionDraft, buildDecisionInput } from './decision-draft'

const step = { solution: 's', revision: 1, step: 2 }
const filledDraft = { ...emptyDecisionDraft, heading: 'Units', text: 'A missing unit is no error.' }

test('a decision draft is valid only with a rating of the example step, or with the choice to use no example', () => {
  expect(checkDecisionDraft(filledDraft)).toEqual({
    rating: 'Choose a rating or “No example”.',
  })
  expect(buildDecisionInput(filledDraft, step).example).toBeNull()
})

test('a decision draft requires a reason only if the step is used as a rated example', () => {
  expect(checkDecisionDraft({ ...filledDraft, rating: '0' })).toEqual({
    reason: 'Enter the reason for the rating.',
  })
  expect(checkDecisionDraft({ ...filledDraft, rating: 'none' })).toEqual({})
  const draft = { ...filledDraft, rating: '0', reason: 'The number is right.' } as const
  expect(checkDecisionDraft(draft)).toEqual({})
  expect(buildDecisionInput(draft, step).example).toMatchObject({ step: 2, option: 0, rating: 0 })
})
