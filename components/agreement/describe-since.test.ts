import { expect, test } from 'vitest'
import { describeSince } from './describe-since'

test('a result that nothing has happened to since says nothing of its age', () => {
  expect(describeSince({ newAnnotations: 0, takenBack: 0 })).toBeNull()
})

test('labels that came, and labels that went, are told apart', () => {
  expect(describeSince({ newAnnotations: 1, takenBack: 0 })).toBe('1 annotation has come since.')
  expect(describeSince({ newAnnotations: 0, takenBack: 1 })).toBe(
    '1 annotation that it counts was sent back or opened again since.',
  )
  expect(describeSince({ newAnnotations: 1200, takenBack: 2 })).toBe(
    '1,200 annotations have come since. 2 annotations that it counts were sent back or opened again since.',
  )
})

test('where there are many, they are not counted one by one', () => {
  expect(describeSince({ newAnnotations: 10_001, takenBack: 10_000 })).toBe(
    'More than 10,000 annotations have come since. 10,000 annotations that it counts were sent back or opened again since.',
  )
})
