import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { checkArithmetic } from './testing/check-arithmetic'

/** Claims in short: their text, and whether they are true. */
const check = (step: string, earlier: string[] = []) =>
  checkArithmetic(step, earlier).map(({ kind, isTrue, start, end }) => [
    kind,
    isTrue,
    step.slice(start, end),
  ])

describe('arithmetic claims', () => {
  test.each([
    ['3 * 4 = 12', '3 * 4 = 12'],
    ['So 5 apples + 3 apples = 8 apples.', '5 apples + 3 apples = 8'],
    ['x = 3 * 2 = 6', '3 * 2 = 6'],
    ['$\\frac{1}{2} \\times 3 = 1.5$', '\\frac{1}{2} \\times 3 = 1.5'],
    ['10/3 = 3.33', '10/3 = 3.33'],
    ['2/3 = 0.66', '2/3 = 0.66'],
    ['2^{10} = 1,024', '2^{10} = 1,024'],
    ['400{,}000 = 2 * 200,\\!000', '400{,}000 = 2 * 200,\\!000'],
    ['5! = 120', '5! = 120'],
    ['20% * 50 = 10', '20% * 50 = 10'],
    ['30/40 * 100 = 75%', '30/40 * 100 = 75%'],
    ['$90^\\circ - 30^\\circ = 60^\\circ$', '90^\\circ - 30^\\circ = 60'],
    ['5 x 3 = 15', '5 x 3 = 15'],
    ['- 5 + 3 = 8', '5 + 3 = 8'],
    ['2. 5 + 3 = 8', '5 + 3 = 8'],
    ['\\sqrt{16} + 2 = 6', '\\sqrt{16} + 2 = 6'],
    ['\\sqrt[3]{8} = 2', '\\sqrt[3]{8} = 2'],
    ['(so 3+4 = 7)', '3+4 = 7'],
    ['<<5*3=15>>15', '5*3=15'],
    ['2(3)=6', '2(3)=6'],
    ['7 - -7 * 4 = 35', '7 - -7 * 4 = 35'],
    ['$5 * $3 = $15', '5 * $3 = $15'],
    ['60 minutes / hour * 2 hours = 120 minutes', '60 minutes / hour * 2 hours = 120'],
    ['22/7 \\approx 3.14', '22/7 \\approx 3.14'],
    ['22/7 ≈ 3', '22/7 ≈ 3'],
    ['2**3 = 8', '2**3 = 8'],
    ['5² = 25', '5² = 25'],
    ['8 − 5 = 3', '8 − 5 = 3'],
    ['12 ÷ 4 = 3', '12 ÷ 4 = 3'],
    ['-2^3 = -8', '-2^3 = -8'],
    ['0.1 + 0.2 = 0.3', '0.1 + 0.2 = 0.3'],
  ])('accepts %s', (step, outcome) => {
    expect(check(step)).toEqual([['arithmetic', true, outcome]])
  })

  test.each([
    ['3 * 4 = 13', '3 * 4 = 13', 12, 13],
    ['**5 + 3 = 9**', '5 + 3 = 9', 8, 9],
    ['a total of 5 + 3 = 9', '5 + 3 = 9', 8, 9],
    ['7/2 = 3', '7/2 = 3', 3.5, 3],
    ['2\\cdot 3\\text{ cm} = 7\\text{ cm}', '2\\cdot 3\\text{ cm} = 7', 6, 7],
    ['\\frac{3}{4} + \\frac{1}{4} = 2', '\\frac{3}{4} + \\frac{1}{4} = 2', 1, 2],
    ['1,000 + 1 = 1,002', '1,000 + 1 = 1,002', 1001, 1002],
    ['22/7 \\approx 3.5', '22/7 \\approx 3.5', 22 / 7, 3.5],
    ['(5) - (-3) = 2', '(5) - (-3) = 2', 8, 2],
    ['so $2^5 = 31$.', '2^5 = 31', 32, 31],
  ])('refutes %s', (step, outcome, expected, claimed) => {
    const [claim, ...otherClaims] = checkArithmetic(step)
    expect(otherClaims).toEqual([])
    expect(claim).toMatchObject({ kind: 'arithmetic', isTrue: false, expected, claimed })
    expect(step.slice(claim?.start, claim?.end)).toBe(outcome)
  })

  test.each([
    // Letters without a value, ambiguous readings, or no calculation: no claim.
    'x^2 + 3 + 4 = 7',
    '2x = 6',
    'x = 5',
    'gcd(12, 8) + 2 = 6',
    '\\gcd(12) = 4',
    'f(2) = 7',
    '1/2 of 10 + 3 = 8',
    '10 + 7 = 5 (mod 12)',
    '101_2 = 5 + 1',
    'y = -3^2 = 9',
    '6/2(1+2) = 1',
    '3\\frac{1}{2} = 3.5',
    '5 feet = 60 inches',
    '49 / 5 = 9 with a remainder of 4',
    '0.\\overline{7} * 10 = 7',
    '\\frac{\\partial L}{\\partial x} + 1 = 3',
    '3 + 4 ≠ 8',
    '3 + 4 <= 8',
    '2 + 3 => 6',
    '5 + 3 -> 9',
    '|3 - 5| = 2',
    'log 8 + 2 = 5',
    '5 * 2 = 1 million',
    'P(X = 3) = 0.2',
    '',
  ])('makes no claim for %s', (step) => {
    expect(check(step)).toEqual([])
  })

  test('checks a chain link by link and continues after an error with the claimed value', () => {
    expect(check('A = (2 + 3) * 4 = 6 * 4 = 24 = 25')).toEqual([
      ['arithmetic', false, '(2 + 3) * 4 = 6 * 4'],
      ['arithmetic', true, '6 * 4 = 24'],
      ['arithmetic', false, '24 = 25'],
    ])
    expect(check('3 + 4 = 7 and 5 + 5 = 11')).toEqual([
      ['arithmetic', true, '3 + 4 = 7'],
      ['arithmetic', false, '5 + 5 = 11'],
    ])
  })

  test('continues a chain over lines that begin with an equals sign', () => {
    expect(check('5 + 3\n= 9')).toEqual([['arithmetic', false, '5 + 3\n= 9']])
    expect(check('\\begin{align*}3+4&=7\\\\ &=6+2\\end{align*}')).toEqual([
      ['arithmetic', true, '3+4&=7'],
      ['arithmetic', false, '7\\\\ &=6+2'],
    ])
    expect(check('5 + 3\n9 = 9')).toEqual([])
  })

  test('substitutes values from earlier steps', () => {
    const earlier = ['A = 4 - 18 = -14', 'and B = 2.']
    expect(check('A - B = -16', earlier)).toEqual([['substituted', true, 'A - B = -16']])
    expect(check('A - B = -12', earlier)).toEqual([['substituted', false, 'A - B = -12']])
    expect(check('a - B = -12', earlier)).toEqual([])
  })

  test('finds a value that contradicts an earlier one, with its step', () => {
    const step = 'so x = 5'
    expect(checkArithmetic(step, ['We see x = 3.', 'Nothing.'])).toEqual([
      {
        kind: 'contradiction',
        isTrue: false,
        start: 3,
        end: 8,
        expected: 3,
        claimed: 5,
        earlierStep: 0,
      },
    ])
    expect(check('so x = 3', ['x = 3'])).toEqual([])
    expect(check('so x_2 = 5', ['x_1 = 3'])).toEqual([])
    // Two unknown signs are not equal.
    expect(check('△ = 7', ['□ = 5'])).toEqual([])
    expect(check('□ = 7', ['□ = 5'])).toEqual([])
    // The latest value counts.
    expect(checkArithmetic(step, ['x = 3', 'x = 4'])[0]).toMatchObject({
      expected: 4,
      earlierStep: 1,
    })
  })

  test.each([
    'or x = 5',
    'if x = 5',
    'Now let x = 5',
    'x = \\pm 5',
    'P(x = 5) is small',
    'between x = 5 and x = 6',
  ])('finds no contradiction in %s: it is a trial value or an alternative', (step) => {
    expect(check(step, ['x = 3'])).toEqual([])
  })

  test('finds no contradiction with an earlier step that lists several values', () => {
    expect(check('x = 7', ['We get x = 3, x = 5.'])).toEqual([])
  })
})

describe('hostile steps', { timeout: 30_000 }, () => {
  const expectSound = (step: string) => {
    const claims = checkArithmetic(step, [step.slice(0, 1000)])
    for (const { start, end, expected, claimed } of claims) {
      expect(start >= 0 && start < end && end <= step.length).toBe(true)
      expect(Number.isFinite(expected) && Number.isFinite(claimed)).toBe(true)
    }
    return claims
  }

  test.each([
    '9^9^9 = 3',
    '9^9^9^9^9^9 - 9^9^9 = 0',
    '(10^300)*(10^300) = 1',
    '171! = 5',
    `${'9'.repeat(100_000)} + 1 = 2`,
    `0.${'9'.repeat(100_000)} + 1 = 1.5 + 1`,
  ])('never accepts a claim with numbers out of range: $0', (step) => {
    for (const claim of expectSound(step)) expect(claim.isTrue).toBe(false)
  })

  test('never runs the text as code', () => {
    const marks = globalThis as Record<string, unknown>
    delete marks.wasRun
    for (const code of [
      '(globalThis.wasRun = 1) = 1',
      '1 + (() => { globalThis.wasRun = 1; return 1 })() = 2',
      'constructor.constructor("globalThis.wasRun = 1")() + 1 = 2',
      '__proto__ = 5 + 1',
    ])
      expectSound(code)
    expect(marks.wasRun).toBeUndefined()
  })

  test.each([
    '(',
    '-',
    '\\frac{',
    '{',
    '[',
    '2^',
    '1+',
    '1=',
    'x=',
    '\\sqrt[',
    '\\',
    '1 a ',
    'a_{',
    '\\text{',
    '\n=',
    '^',
    '≈',
    '1%',
  ])('a megabyte of %j gives only claims within the text', (part) => {
    expectSound(`${part.repeat(Math.ceil(1_000_000 / part.length))} = 1`)
  })

  test('any text gives only claims within the text', () => {
    const pieces = fc.constantFrom(
      ...[
        '1',
        '2.5',
        '=',
        '+',
        '-',
        '*',
        '/',
        '^',
        '(',
        ')',
        '{',
        '}',
        '\\frac',
        '\\sqrt',
        'x',
        'A',
        ' ',
        '\n',
        '!',
        '%',
        '≈',
        'apples',
        '\\',
        '_',
        '$',
        '=>',
        '[',
        ']',
      ],
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (step) => void expectSound(step),
      ),
      { numRuns: scaleRuns(300) },
    )
  })

  test('sums, differences and products of whole numbers are judged correctly', () => {
    const number = fc.integer({ min: -999, max: 999 })
    const write = (value: number) => (value < 0 ? `(${value})` : `${value}`)
    fc.assert(
      fc.property(
        number,
        fc.constantFrom('+', '-', '*'),
        number,
        fc.integer({ min: -2, max: 2 }),
        (a, sign, b, off) => {
          const exact = sign === '+' ? a + b : sign === '-' ? a - b : a * b
          const claims = checkArithmetic(`So ${write(a)} ${sign} ${write(b)} = ${exact + off}.`)
          expect(claims.map(({ isTrue }) => isTrue)).toEqual([off === 0])
        },
      ),
    )
  })
})
