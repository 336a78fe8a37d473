import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { gradeAnswer } from './grade-answer'

const anyInteger = fc.integer({ min: -40, max: 40 })
const positive = fc.integer({ min: 1, max: 60 })

const gradeBothWays = (a: string, b: string) => {
  const [forward, backward] = [gradeAnswer(a, b), gradeAnswer(b, a)]
  expect({ a, b, verdict: forward.verdict }).toEqual({ a, b, verdict: backward.verdict })
  return forward.verdict
}

test('grading accepts another form of an equation, but is unsure about one of its roots', () => {
  fc.assert(
    fc.property(anyInteger, anyInteger, fc.constantFrom('x', 't', 'n'), (p, q, x) => {
      fc.pre(p !== q)
      const factors = `(${x}-(${p}))(${x}-(${q}))=0`
      const sum = `${x}^2-(${p + q})${x}+(${p * q})=0`
      expect(gradeBothWays(factors, sum)).toBe('correct')
      for (const root of [p, q])
        for (const equation of [factors, sum])
          expect(gradeBothWays(equation, `${x}=${root}`)).toBe('unsure')
    }),
    { numRuns: 150 },
  )
})

test('grading does not accept half a circle or parabola for the whole curve', () => {
  fc.assert(
    fc.property(positive, (r) => {
      expect(gradeBothWays(`x^2+y^2=${r}`, `y=\\sqrt{${r}-x^2}`)).not.toBe('correct')
      expect(gradeBothWays(`y^2=${r}x`, `y=\\sqrt{${r}x}`)).not.toBe('correct')
    }),
    { numRuns: 60 },
  )
})

const anyQualifier = fc.constantFrom(
  ...[
    'at least',
    'at most',
    'more than',
    'less than',
    'not',
    'it is not',
    'anything but',
    'half of',
  ],
  ...['no more than', 'the total is not', 'up to', 'fewer than', 'the square of', 'a loss of'],
  ...['twice', 'it may be', 'never', 'all except', 'increased by', 'the answer is at least'],
)

test('grading is unsure about a number and a comparison, negation or operation on it', () => {
  fc.assert(
    fc.property(anyQualifier, positive, (phrase, number) => {
      expect(gradeBothWays(`${phrase} ${number}`, String(number))).toBe('unsure')
      expect(gradeBothWays(`\\text{${phrase} }${number}`, String(number))).toBe('unsure')
    }),
    { numRuns: scaleRuns(300) },
  )
})

test('grading does not accept different ratios that contain 0', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }), (p, q) => {
      fc.pre(p !== q)
      for (const [a, b] of [
        [`${p}:0`, `${q}:0`],
        [`0:${p}`, `0:${q}`],
        [`${p % 24}:00`, `${(q + 1) % 24}:00`],
      ] as const)
        if (a !== b) expect(gradeBothWays(a, b)).not.toBe('correct')
    }),
  )
})

test('grading reads digits in bases 2 to 16 by their value', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 2, max: 16 }), (value, base) => {
      const digits = value.toString(base).toUpperCase()
      // A single letter with an index is a name.
      fc.pre(/\d/.test(digits) || (digits.length > 1 && base > 10))
      expect(gradeBothWays(`${digits}_{${base}}`, String(value))).toBe('correct')
      expect(gradeBothWays(`${digits}_{${base}}`, String(value + 1))).not.toBe('correct')
    }),
    { numRuns: scaleRuns(300) },
  )
})

/** Returns the first digits of a fraction, and its period. */
function divide(numerator: number, denominator: number): { start: string; period: string } {
  const positions = new Map<number, number>()
  let digits = ''
  let remainder = numerator % denominator
  while (remainder !== 0 && !positions.has(remainder)) {
    positions.set(remainder, digits.length)
    digits += Math.floor((remainder * 10) / denominator)
    remainder = (remainder * 10) % denominator
  }
  const from = remainder === 0 ? digits.length : positions.get(remainder)!
  return {
    start: `${Math.floor(numerator / denominator)}.${digits.slice(0, from)}`,
    period: digits.slice(from),
  }
}

test('grading reads a repeating decimal as its fraction in every notation', () => {
  fc.assert(
    fc.property(positive, fc.integer({ min: 2, max: 40 }), (numerator, denominator) => {
      const { start, period } = divide(numerator, denominator)
      fc.pre(period !== '')
      const fraction = `\\frac{${numerator}}{${denominator}}`
      expect(gradeBothWays(`${start}\\overline{${period}}`, fraction)).toBe('correct')
      expect(gradeBothWays(`${start}(${period})`, fraction)).toBe('correct')
      const dotted =
        period.length === 1
          ? `\\dot{${period}}`
          : `\\dot{${period[0]}}${period.slice(1, -1)}\\dot{${period.at(-1)}}`
      expect(gradeBothWays(start + dotted, fraction)).toBe('correct')
      expect(gradeBothWays(`${start}${period.repeat(3)}\\ldots`, fraction)).toBe('correct')
      expect(gradeBothWays(`${start}${period}...`, fraction)).not.toBe('wrong')
      expect(
        gradeBothWays(
          `${start}${period.repeat(3)}\\ldots`,
          `\\frac{${numerator + 1}}{${denominator}}`,
        ),
      ).toBe('wrong')
    }),
    { numRuns: scaleRuns(300) },
  )
})

test('grading does not accept the same letters in another order', () => {
  const letters = fc.array(fc.constantFrom('A', 'B', 'C', 'H', 'T'), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const [x, y] = [a.join(''), b.join('')]
      if (x !== y) expect(gradeBothWays(x, y)).not.toBe('correct')
      if (x !== y) expect(gradeBothWays(`\\text{${x}}`, `\\mathbf{${y}}`)).not.toBe('correct')
    }),
    { numRuns: scaleRuns(500) },
  )
})

test('grading converts units of the same quantity and is unsure about unrelated ones', () => {
  const pairs = fc.constantFrom(
    ...([
      ['km', 'm', 1000],
      ['hours', 'minutes', 60],
      ['gallons', 'pints', 8],
      ['km/h', 'm/h', 1000],
      ['kg', 'g', 1000],
      ['square meters', 'cm^2', 10_000],
      ['cubic feet', 'in^3', 1728],
    ] as const),
  )
  fc.assert(
    fc.property(positive, pairs, (number, [large, small, count]) => {
      expect(gradeBothWays(`${number} ${large}`, `${number * count} ${small}`)).toBe('correct')
      expect(gradeBothWays(`${number} ${large}`, `\\text{${large}} ${number}`)).not.toBe('wrong')
      expect(gradeBothWays(`${number} ${large}`, `${number * count + 1} ${small}`)).toBe('wrong')
      for (const otherUnit of ['boxes', 'rounds', 'tons', 'degrees Fahrenheit'])
        expect(gradeBothWays(`${number} ${large}`, `${number + 1} ${otherUnit}`)).toBe('unsure')
    }),
    { numRuns: 200 },
  )
})

test('grading does not accept 0 for a number that is too small for double precision', () => {
  fc.assert(
    fc.property(fc.integer({ min: 750, max: 5000 }), (n) => {
      for (const tiny of [
        `e^{-${n}}`,
        `(x+2)^{-${n}}`,
        `10^{-${n}}`,
        `\\frac{1}{7^{${n}}}`,
        `(\\sqrt{2}/9)^{${n}}`,
      ])
        expect(gradeBothWays(tiny, '0')).not.toBe('correct')
    }),
    { numRuns: 60 },
  )
})
