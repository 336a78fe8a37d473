import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { gradeAnswer } from './grade-answer'
import { listWrongVerdicts } from './testing/list-wrong-verdicts'

const kinds: readonly (readonly [kind: string, verdict: string, table: string])[] = [
  [
    'functions without brackets around their argument',
    'correct',
    String.raw`
      \cos 2\pi/3 ## -\frac12
      \sin \pi/6 ## \frac12
      \ln 1/2 ## -\ln 2`,
  ],
  [
    'standard functions and notations',
    'correct',
    String.raw`
      \Gamma(5) ## 24
      \Gamma(\frac12) ## \sqrt\pi
      \zeta(2) ## \frac{\pi^2}{6}
      \zeta(-1) ## -\frac{1}{12}
      \phi(12) ## 4
      C_5^2 ## 10
      {}_5C_2 ## 10
      {}_5P_2 ## 20
      A_5^2 ## 20
      C(5,2) ## 10
      2\angle 60^\circ ## 1+i\sqrt3
      XIV ## 14
      MCMXCIV ## 1994
      \begin{pmatrix}1&1\\0&1\end{pmatrix}^2 ## \begin{pmatrix}1&2\\0&1\end{pmatrix}
      \begin{pmatrix}2&1\\1&1\end{pmatrix}^{-1} ## \begin{pmatrix}1&-1\\-1&2\end{pmatrix}
      \pi\text{ rad} ## 180^\circ`,
  ],
  [
    'notations and names that can also mean something else',
    'unsure',
    String.raw`
      \sqrt23 ## \sqrt{23}
      \sin x/2 ## \sin(\frac{x}{2})
      \phi(12) ## 12\phi
      P(5,2) ## 20
      V ## 5
      f(3) ## 9
      f(3) ## f(4)
      m=1, n=2 ## x=1 or x=2
      y=3, x=2 ## 2, 3
      m=1, n=2; m=2, n=1 ## x=1 or x=2`,
  ],
  [
    'values by name, in any order and as tuples',
    'correct',
    String.raw`
      m=1, n=2; m=2, n=1 ## (1,2),(2,1)
      (m,n)=(1,2) or (2,1) ## m=2, n=1 or m=1, n=2
      z=3, x=1, y=2 ## (1,2,3)
      f(3)=9 ## 9`,
  ],
  [
    'values by name that differ',
    'wrong',
    String.raw`
      m=1, n=2; m=2, n=1 ## (1,2),(2,2)
      m=1, n=2; m=2, n=1 ## (1,2)`,
  ],
  [
    'polar and Cartesian equations',
    'correct',
    String.raw`
      r=2\cos\theta ## x^2+y^2=2x
      r=4 ## x^2+y^2=16
      r=3\sec\theta ## x=3
      r^2=\sec 2\theta ## x^2-y^2=1`,
  ],
  [
    'polar and Cartesian equations with other curves, whose negative radii are not compared',
    'unsure',
    String.raw`
      r=2\cos\theta ## x^2+y^2=2y
      r=4 ## x^2+y^2=4`,
  ],
  [
    'numbers with a sign or a ratio in words',
    'correct',
    String.raw`
      7 below zero ## -7
      seven degrees below zero ## -7
      minus 5 ## -5
      negative three fourths ## -\frac34
      1 in 4 ## \frac14
      an hour and a half ## 90 minutes`,
  ],
  [
    'inequalities and the sets that they describe',
    'correct',
    String.raw`
      |x-2|<3 ## -1<x<5
      x^2\ge 9 ## (-\infty,-3]\cup[3,\infty)
      \frac1x>0 ## x>0`,
  ],
  [
    'inequalities and other sets',
    'wrong',
    String.raw`
      |x-2|<3 ## -1<x<4
      |x|<2 ## |x|\le 2
      x^2-4x+3<0 ## [1,3]`,
  ],
]

describe.each(kinds)('%s', (_kind, verdict, table) => {
  test(`all listed pairs get the verdict ${verdict}`, () => {
    expect(listWrongVerdicts(verdict, table)).toEqual([])
  })
})

test('grading reads a root without braces as the root of one digit in LaTeX, and else of the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 9999 }), (number) => {
      expect(gradeAnswer(`\\sqrt${number}`, `\\sqrt{${number}}`).verdict).not.toBe('correct')
      expect(gradeAnswer(`√${number}`, `\\sqrt{${number}}`).verdict).toBe('correct')
      expect(gradeAnswer(`sqrt ${number}`, `\\sqrt{${number}}`).verdict).toBe('correct')
    }),
    { numRuns: 100 },
  )
})

const number = fc.integer({ min: 1, max: 5000 })
/** Ways to write a number. */
const rewritings: readonly ((value: number) => string)[] = [
  (value) => `${value}.0`,
  (value) => `\\frac{${3 * value}}{3}`,
  (value) => `\\boxed{${value}}`,
  (value) => `${value + 7} - 7`,
  (value) => `\\sqrt{${value * value}}`,
  (value) => `x = ${value}`,
  (value) => `${value}\\text{ units}`,
  (value) => `${100 * value}\\%`,
  (value) => `C_{${value}}^{1}`,
  (value) =>
    `\\frac{\\Gamma(${(value % 20) + 2})}{\\Gamma(${(value % 20) + 1})}+${value - (value % 20) - 1}`,
]

test('grading never rejects another way to write a number, and never accepts another number', () => {
  fc.assert(
    fc.property(
      number,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(...rewritings),
      (value, gap, rewrite) => {
        expect(gradeAnswer(rewrite(value), String(value)).verdict).not.toBe('wrong')
        expect(gradeAnswer(rewrite(value + gap), String(value)).verdict).not.toBe('correct')
      },
    ),
    { numRuns: scaleRuns(500) },
  )
})
