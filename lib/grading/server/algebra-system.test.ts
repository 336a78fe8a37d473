import { afterAll, describe, expect, test } from 'vitest'
import { cleanAnswer } from '../clean-answer'
import { gradeAnswer } from '../grade-answer'
import { AlgebraSystem } from './algebra-system'
import { gradeWithAlgebraSystem } from './grade-with-algebra-system'
import { needsAlgebraSystem } from './needs-algebra-system'

const algebraSystem = new AlgebraSystem()
afterAll(() => algebraSystem.close())

const ask = (answer: string, reference: string) =>
  gradeWithAlgebraSystem(answer, reference, 'semantic', algebraSystem)

describe('pairs that the rules do not accept', () => {
  test.each([
    ['\\int_0^2 x^2\\,dx', '\\frac{8}{3}'],
    ['\\lim_{x \\to 0} \\frac{\\sin x}{x}', '1'],
    ['\\frac{d}{dx} x^3', '3x^2'],
  ])('are equal for the algebra system: %s and %s', async (answer, reference) => {
    expect(gradeAnswer(answer, reference).verdict).toBe('unsure')
    expect(await ask(answer, reference)).toMatchObject({
      verdict: 'correct',
      reason: 'An algebra system found the two equal.',
    })
  })

  test.each([
    ['\\int_0^2 x^2\\,dx', '3'],
    ['\\sum_{k=1}^{\\infty} k', '-\\frac{1}{12}'],
    ['not a formula \\int', '3'],
    ['\\int_{-1}^{1} \\frac{1}{x^2}\\,dx', '-2'],
    ['\\lim_{n \\to \\infty} (-1)^n', '1'],
  ])('stay undecided with the algebra system: %s and %s', async (answer, reference) => {
    expect(await ask(answer, reference)).toEqual(gradeAnswer(answer, reference))
    expect(gradeAnswer(answer, reference).verdict).toBe('unsure')
  })

  test.each([
    ['\\iint f', '\\int f'],
    ['\\int \\sin x\\,dx', '-\\cos x'],
    ['\\frac{d}{dx} y', '0'],
    ['\\lim_{x \\to 0} f(x), 1', '1'],
    ['\\int_0^1 x_1\\,dx', '\\frac{1}{2}'],
    ['\\int_0^1 x\\,dx \\cup 1', '\\frac{1}{2}'],
    ['5?', '5'],
    ['{}', '0'],
    ['\\text{}', '0'],
    ['\\phantom{13}', '0'],
    ['\\left.', '0'],
    ['\u200b', '0'],
  ])('are not sent to the algebra system: %s and %s', async (answer, reference) => {
    expect(needsAlgebraSystem(cleanAnswer(answer), cleanAnswer(reference))).toBe(false)
    expect((await ask(answer, reference)).verdict).toBe('unsure')
  })

  test('are not sent to the algebra system if only the order of a list differs, or in the mode "exact"', async () => {
    expect((await ask('a, b', 'b, a')).verdict).toBe('unsure')
    const exact = await gradeWithAlgebraSystem(
      '\\int_0^2 x^2\\,dx',
      '\\frac{8}{3}',
      'exact',
      algebraSystem,
    )
    expect(exact.verdict).toBe('wrong')
  })
})

test('the algebra system stops a slow comparison without blocking the process, then compares the next pair', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 10)
  const slow = await ask('\\int_0^1 \\frac{1}{(x^9+x^8+3x^7+x+1)^{12}}\\,dx', '5')
  expect(slow).toMatchObject({ verdict: 'unsure' })
  expect(slow.reason).toMatch(/ran out of time\.$/)
  expect(ticks).toBeGreaterThan(10)
  clearInterval(timer)
  expect((await ask('\\int_0^1 x\\,dx', '\\frac{1}{2}')).verdict).toBe('correct')
}, 60_000)

test('the algebra system remembers decided pairs in either order, and retries those that timed out', async () => {
  const pair = ['\\int_0^3 x^2 dx', '9'] as const
  const decided = algebraSystem.ask(...pair)
  expect(await decided).toBe('same')
  expect(algebraSystem.ask(pair[1], pair[0])).toBe(decided)
  const slow = ['\\int_0^1 \\frac{1}{(x^9+x^8+3x^7+x+1)^{12}} dx', '7'] as const
  const timedOut = algebraSystem.ask(...slow)
  expect(await timedOut).toBe('timeout')
  const repeated = algebraSystem.ask(...slow)
  expect(repeated).not.toBe(timedOut)
  expect(await repeated).toBe('timeout')
}, 60_000)

test('grading with the algebra system is unsure about huge powers and factorials within a second', async () => {
  for (const answer of ['9^{9^{9^9}}', '2^{999999999}', '1000000!', '10**100000', '9^9^9^9^9']) {
    const startedAt = performance.now()
    expect((await ask(answer, '\\sqrt{2}')).verdict).toBe('unsure')
    expect(performance.now() - startedAt).toBeLessThan(1000)
  }
})
