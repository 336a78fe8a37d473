import { afterAll, describe, expect, test } from 'vitest'

import { grade } from '../grade'
import { gradeWithOpinion } from './grade-with-opinion'
import { SecondOpinion } from './second-opinion'

const opinion = new SecondOpinion()
afterAll(() => opinion.close())

const ask = (given: string, truth: string) => gradeWithOpinion(given, truth, 'semantic', opinion)

describe('what the rules leave open', () => {
  test.each([
    ['\\int_0^2 x^2\\,dx', '\\frac{8}{3}'],
    ['\\lim_{x \\to 0} \\frac{\\sin x}{x}', '1'],
    ['\\frac{d}{dx} x^3', '3x^2'],
  ])('%s and %s: found equal', async (given, truth) => {
    expect(grade(given, truth).verdict).toBe('unsure')
    expect(await ask(given, truth)).toMatchObject({
      verdict: 'correct',
      reason: 'An algebra system finds the two equal.',
    })
  })

  test.each([
    ['\\int_0^2 x^2\\,dx', '3'],
    ['\\sum_{k=1}^{\\infty} k', '-\\frac{1}{12}'],
    ['not a formula \\int', '3'],
  ])('%s and %s: not found equal, and so not known', async (given, truth) => {
    expect(await ask(given, truth)).toEqual(grade(given, truth))
    expect(grade(given, truth).verdict).toBe('unsure')
  })

  test('is not asked of what is policy, nor in other modes', async () => {
    expect((await ask('1, 2', '2, 1')).verdict).toBe('unsure')
    const exact = await gradeWithOpinion('\\int_0^2 x^2\\,dx', '\\frac{8}{3}', 'exact', opinion)
    expect(exact.verdict).toBe('wrong')
  })
})

test('is ended when it takes too long; meanwhile the process goes on, and the next question is answered', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 10)
  const began = performance.now()
  const slow = await ask('\\int \\frac{1}{(x^9+x^8+3x^7+x+1)^{12}}\\,dx', '5')
  expect(performance.now() - began).toBeLessThan(1500)
  expect(slow.verdict).toBe('unsure')
  expect(ticks).toBeGreaterThan(20)
  clearInterval(timer)
  expect((await ask('\\int_0^1 x\\,dx', '\\frac{1}{2}')).verdict).toBe('correct')
})

test('towers of powers are answered within a second', async () => {
  for (const given of ['9^{9^{9^9}}', '2^{999999999}', '1000000!', '10**100000', '9^9^9^9^9']) {
    const began = performance.now()
    expect((await ask(given, '\\sqrt{2}')).verdict).toBe('unsure')
    expect(performance.now() - began).toBeLessThan(1000)
  }
})
