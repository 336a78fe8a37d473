import { expect, test, vi } from 'vitest'
import { grade } from './grade'
import { gradeOnce } from './grade-once'

test('returns the result of grade, and grades each pair once per mode', () => {
  const spy = vi.fn<typeof grade>(grade)
  const once = gradeOnce(spy)
  const pairs = [
    ['2/4', '1/2', 'semantic'],
    ['2/4', '1/2', 'prm800k'],
    ['1/2', '2/4', 'semantic'],
    ['1', '\\0', 'semantic'],
    ['x', 'x', undefined],
  ] as const
  for (const _ of [1, 2, 3])
    for (const [answer, reference, mode] of pairs)
      expect(once(answer, reference, mode)).toEqual(grade(answer, reference, mode))
  expect(spy).toHaveBeenCalledTimes(pairs.length)
})

test('distinguishes a missing answer from an empty one', () => {
  const once = gradeOnce()
  expect(once('', '2').reason).toBe(once(null, '2').reason)
  expect(once('null', '2').reason).toBe(grade('null', '2').reason)
  expect(once(null, '2').reason).not.toBe(once('null', '2').reason)
})

test('limits the cache in pairs and in characters', () => {
  const spy = vi.fn<typeof grade>(() => grade('1', '2'))
  const once = gradeOnce(spy)
  const long = 'x'.repeat(1_000_000)
  for (let i = 0; i < 6; i++) once(`${i}${long}`, '2')
  once(`0${long}`, '2')
  expect(spy).toHaveBeenCalledTimes(7)
  for (let i = 0; i < 20_001; i++) once(String(i), '2')
  spy.mockClear()
  once('1', '2')
  expect(spy).toHaveBeenCalledOnce()
})
