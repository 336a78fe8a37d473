import { expect, test, vi } from 'vitest'
import { gradeAnswer } from '@/lib/grading/grade-answer'
import { memoiseGrade } from '@/lib/grading/memoise-grade'

test('the verdict cache distinguishes pairs whose joined texts are equal', () => {
  const spy = vi.fn<typeof gradeAnswer>(gradeAnswer)
  const gradeCached = memoiseGrade(spy)
  const pairs = [
    ['12', '3', 'semantic'],
    ['1', '23', 'semantic'],
    ['ic12', '3', 'semantic'],
    ['123', ' ', 'exact'],
  ] as const
  for (const [answer, referenceAnswer, mode] of pairs)
    expect(gradeCached(answer, referenceAnswer, mode)).toEqual(
      gradeAnswer(answer, referenceAnswer, mode),
    )
  expect(spy).toHaveBeenCalledTimes(pairs.length)
})
