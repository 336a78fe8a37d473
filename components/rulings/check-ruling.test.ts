import { expect, test } from 'vitest'
import { checkRuling, emptyDraft, writeDraft } from './check-ruling'

const place = { solution: 's', revision: 1, step: 2 }
const written = { ...emptyDraft, heading: 'Units', words: 'A missing unit is no error.' }

test('nobody rules on a rating that they have not chosen', () => {
  expect(checkRuling(written)).toEqual({
    rating: 'Choose one, or take the step for no example.',
  })
  expect(writeDraft(written, place).example).toBeNull()
})

test('an example says why; a ruling without one need not', () => {
  expect(checkRuling({ ...written, rating: '0' })).toEqual({
    why: 'Say why: it stands with the worked example.',
  })
  expect(checkRuling({ ...written, rating: 'none' })).toEqual({})
  const draft = { ...written, rating: '0', why: 'The number is right.' } as const
  expect(checkRuling(draft)).toEqual({})
  expect(writeDraft(draft, place).example).toMatchObject({ step: 2, option: 0, rating: 0 })
})
