import { expect, test } from 'vitest'
import {
  findFirstError,
  findFirstErrorOfAnnotation,
  formatPrm800kSubmissionTime,
} from './annotation-rules'

test('the first error is the first negative step, from 0, even if others follow, or null', () => {
  expect(findFirstError([])).toBeNull()
  expect(findFirstError([1, 0, null])).toBeNull()
  expect(findFirstError([-1])).toBe(0)
  expect(findFirstError([1, null, -1, 1, -1])).toBe(2)
})

test('an annotation that was given up has no first error', () => {
  const ratings = [1, -1] as const
  expect(findFirstErrorOfAnnotation({ finishReason: 'found_error', ratings })).toBe(1)
  expect(findFirstErrorOfAnnotation({ finishReason: 'give_up', ratings })).toBeNull()
  expect(findFirstErrorOfAnnotation({ finishReason: null, ratings })).toBeNull()
})

test('the submission time is written as in PRM800K, and that of an imported line is kept', () => {
  const own = (submittedAt: string) =>
    formatPrm800kSubmissionTime({ submittedAt, recordedAt: null })
  expect(own('2026-03-02T09:01:10.250000Z')).toBe('2026-03-02T09:01:10.250000')
  expect(own('2026-03-02T09:01:10.000000Z')).toBe('2026-03-02T09:01:10')
  expect(formatPrm800kSubmissionTime({ submittedAt: null, recordedAt: '2022-07-01 10:00' })).toBe(
    '2022-07-01 10:00',
  )
  expect(formatPrm800kSubmissionTime({ submittedAt: null, recordedAt: null })).toBeNull()
  expect(formatPrm800kSubmissionTime({ submittedAt: null, recordedAt: '' })).toBeNull()
})
