import { expect, test, vi } from 'vitest'
import { gradeAnswer } from './grade-answer'
import { memoiseGrade } from './memoise-grade'

test('the grade cache returns the same result as gradeAnswer, and grades each pair only once per mode', () => {
  const spy = vi.fn<typeof gradeAnswer>(gradeAnswer)
  const gradeCached = memoiseGrade(spy)
  const pairs = [
    ['2/4', '1/2', 'semantic'],
    ['2/4', '1/2', 'prm800k'],
    ['1/2', '2/4', 'semantic'],
    ['1', '\\0', 'semantic'],
    ['x', 'x', undefined],
  ] as const
  for (const _ of [1, 2, 3])
    for (const [answer, reference, mode] of pairs)
      expect(gradeCached(answer, reference, mode)).toEqual(gradeAnswer(answer, reference, mode))
  expect(spy).toHaveBeenCalledTimes(pairs.length)
})

test('the grade cache distinguishes a missing answer from the text "null"', () => {
  const gradeCached = memoiseGrade()
  expect(gradeCached('', '2').reason).toBe(gradeCached(null, '2').reason)
  expect(gradeCached('null', '2').reason).toBe(gradeAnswer('null', '2').reason)
  expect(gradeCached(null, '2').reason).not.toBe(gradeCached('null', '2').reason)
})

test('the grade cache is limited by pairs and by characters', () => {
  const spy = vi.fn<typeof gradeAnswer>(() => gradeAnswer('1', '2'))
  const gradeCached = memoiseGrade(spy)
  const longText = 'x'.repeat(1_000_000)
  for (let i = 0; i < 6; i++) gradeCached(`${i}${longText}`, '2')
  gradeCached(`0${longText}`, '2')
  expect(spy).toHaveBeenCalledTimes(7)
  for (let i = 0; i < 20_001; i++) gradeCached(String(i), '2')
  spy.mockClear()
  gradeCached('1', '2')
  expect(spy).toHaveBeenCalledOnce()
})
