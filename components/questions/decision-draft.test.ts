import { expect, test } from 'vitest'
import { checkDraft, emptyDraft, buildDecisionInput } from './decision-draft'

const step = { solution: 's', revision: 1, step: 2 }
const written = { ...emptyDraft, heading: 'Units', words: 'A missing unit is no error.' }

test('nobody rules on a rating that they have not chosen', () => {
  expect(checkDraft(written)).toEqual({
    rating: 'Choose one, or take the step for no example.',
  })
  expect(buildDecisionInput(written, step).example).toBeNull()
})

test('an example says why; a decision without one need not', () => {
  expect(checkDraft({ ...written, rating: '0' })).toEqual({
    why: 'Say why: it stands with the worked example.',
  })
  expect(checkDraft({ ...written, rating: 'none' })).toEqual({})
  const draft = { ...written, rating: '0', why: 'The number is right.' } as const
  expect(checkDraft(draft)).toEqual({})
  expect(buildDecisionInput(draft, step).example).toMatchObject({ step: 2, option: 0, rating: 0 })
})
