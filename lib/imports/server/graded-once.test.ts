import { expect, test, vi } from 'vitest'
import { grade } from '@/lib/grading/grade'
import { gradeOnce } from '@/lib/grading/grade-once'

test('two pairs are never taken for one, however their texts are cut', () => {
  const spy = vi.fn<typeof grade>(grade)
  const once = gradeOnce(spy)
  const pairs = [
    ['12', '3', 'semantic'],
    ['1', '23', 'semantic'],
    ['ic12', '3', 'semantic'],
    ['123', ' ', 'exact'],
  ] as const
  for (const [given, truth, mode] of pairs)
    expect(once(given, truth, mode)).toEqual(grade(given, truth, mode))
  expect(spy).toHaveBeenCalledTimes(pairs.length)
})
