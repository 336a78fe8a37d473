import { expect, test } from 'vitest'
import { describeSince } from './describe-since'

test('a result that nothing has happened to since says nothing of its age', () => {
  expect(describeSince({ newLabellings: 0, takenBack: 0 })).toBeNull()
})

test('labels that came, and labels that went, are told apart', () => {
  expect(describeSince({ newLabellings: 1, takenBack: 0 })).toBe('1 labelling has come since.')
  expect(describeSince({ newLabellings: 0, takenBack: 1 })).toBe(
    '1 labelling that it counts was sent back or opened again since.',
  )
  expect(describeSince({ newLabellings: 1200, takenBack: 2 })).toBe(
    '1,200 labellings have come since. 2 labellings that it counts were sent back or opened again since.',
  )
})

test('where there are many, they are not counted one by one', () => {
  expect(describeSince({ newLabellings: 10_001, takenBack: 10_000 })).toBe(
    'More than 10,000 labellings have come since. 10,000 labellings that it counts were sent back or opened again since.',
  )
})
