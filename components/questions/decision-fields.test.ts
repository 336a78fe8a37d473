import { expect, test } from 'vitest'
import {
  checkDecisionFields,
  emptyDecisionFields,
  buildDecisionInput,
  findExampleOption,
} from './decision-fields'

const step = { solution: 's', revision: 1, step: 2 }
const filledFields = {
  ...emptyDecisionFields,
  heading: 'Units',
  text: 'A missing unit is no error.',
}

test('a decision requires a rating of the example step, or the choice to use no example', () => {
  expect(checkDecisionFields(filledFields)).toEqual({
    rating: 'Choose a rating or “No example”.',
  })
  expect(buildDecisionInput(filledFields, step).example).toBeNull()
})

test('a decision requires a reason only if the step is used as a rated example', () => {
  expect(checkDecisionFields({ ...filledFields, rating: '0' })).toEqual({
    reason: 'Enter the reason for the rating.',
  })
  expect(checkDecisionFields({ ...filledFields, rating: 'none' })).toEqual({})
  const fields = { ...filledFields, rating: '0', reason: 'The number is right.' } as const
  expect(checkDecisionFields(fields)).toEqual({})
  expect(buildDecisionInput(fields, step).example).toMatchObject({ step: 2, option: 0, rating: 0 })
})

test('the example is the option if all questions are about the same one, otherwise the step', () => {
  const askAbout = (...options: number[]) =>
    findExampleOption(
      options.map((option) => ({ option, optionText: option === 0 ? null : 'x = 4' })),
    )
  expect(askAbout()).toBe(0)
  expect(askAbout(0)).toBe(0)
  expect(askAbout(1)).toBe(1)
  expect(askAbout(2, 2)).toBe(2)
  expect(askAbout(1, 2)).toBe(0)
  expect(askAbout(1, 0)).toBe(0)
})

test('an option that an annotator wrote is no example', () => {
  expect(findExampleOption([{ option: 3, optionText: null }])).toBe(0)
})
