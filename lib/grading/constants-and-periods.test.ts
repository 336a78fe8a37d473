import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gradeAnswer } from './grade-answer'
import { listWrongVerdicts } from './testing/list-wrong-verdicts'

const kinds: readonly (readonly [kind: string, verdict: string, table: string])[] = [
  [
    'constants of integration in any letter and scale',
    'correct',
    String.raw`
      \ln|2x|+C ## \ln|x|+C
      \sin^2 x+C ## -\cos^2 x+C
      2Ce^x ## Ce^x
      \frac{x^3}{3}+k ## \frac{x^3+C}{3}
      y=C_1e^x+C_2e^{-x} ## y=A\cosh x+B\sinh x
      y=\sqrt{x^2+C} ## y=\sqrt{x^2+2C}
      y^2=2x^2+C ## \frac{y^2}{2}-x^2=C`,
  ],
  [
    'different functions with constants of integration',
    'wrong',
    String.raw`
      \arcsin x+C ## \arctan x+C
      Ce^x ## Ce^{2x}
      \sin^2 x+C ## \cos^2 x+C
      C_1e^x+C_2e^{-x} ## C_1e^x+C_2e^{-2x}`,
  ],
  [
    'formulas with parameters, which are not constants of integration',
    'wrong',
    String.raw`
      \frac12 CV^2 ## CV^2
      F=\frac95C+32 ## F=\frac59C+32
      mc^2 ## 2mc^2
      ax^2+bx+c ## ax^2+bx+2c
      y=kx ## y=2kx`,
  ],
  [
    'periodic families with another start, letter or split',
    'correct',
    String.raw`
      \frac{\pi}{4}+\pi n ## \frac{5\pi}{4}+\pi k, k\in\mathbb{Z}
      x=2k\pi, k\in\mathbb Z ## x=-2n\pi
      x=\pm\frac{\pi}{3}+2\pi n ## x=\frac{\pi}{3}+2\pi n, x=\frac{5\pi}{3}+2\pi n
      (-1)^n\frac{\pi}{6}+\pi n ## \frac{\pi}{6}+2\pi k, \frac{5\pi}{6}+2\pi k
      x=30^\circ+360^\circ k ## x=390^\circ+360^\circ n
      x=\frac{\pi}{4}+n\pi, where n is an integer ## x=\frac{\pi}{4}+\pi k
      \frac{\pi}{14}+\frac{2\pi n}{7} ## \frac{5\pi}{14}+\frac{2\pi k}{7}
      2n+1, n\in\mathbb{Z} ## \{2k-1 \mid k\in\mathbb{Z}\}
      x\equiv 3\pmod 7 ## x\equiv 10 \pmod{7}`,
  ],
  [
    'periodic families with other values',
    'wrong',
    String.raw`
      \frac{\pi}{4}+\pi n ## \frac{\pi}{4}+2\pi n
      x=\pm\frac{\pi}{3}+2\pi n ## x=\frac{\pi}{3}+\pi n
      x\equiv 3\pmod 7 ## x\equiv 4\pmod 7
      2n+1 ## 2n-1
      \pi+n+2.2 ## \pi+n+3.2`,
  ],
]

describe.each(kinds)('%s', (_kind, verdict, table) => {
  test(`all listed pairs get the verdict ${verdict}`, () => {
    expect(listWrongVerdicts(verdict, table)).toEqual([])
  })
})

const nonZero = fc.integer({ min: 1, max: 30 })
const functionOfX = fc.constantFrom('x^2', '\\sin x', '\\ln|x|', 'e^{2x}', '\\frac{1}{x}')
const constant = fc.constantFrom('C', 'K', 'C_1', 'c')

test('grading accepts a shifted and renamed constant of integration, but not another function', () => {
  fc.assert(
    fc.property(functionOfX, nonZero, nonZero, constant, (base, factor, shift, name) => {
      const answer = `${factor}${base}+${shift}+${name}`
      expect(gradeAnswer(answer, `${factor}${base}+C`).verdict).toBe('correct')
      expect(gradeAnswer(answer, `${factor + 1}${base}+C`).verdict).not.toBe('correct')
    }),
    { numRuns: 100 },
  )
})

test('grading accepts a shift of a periodic family by its period, but no other shift', () => {
  fc.assert(
    fc.property(nonZero, nonZero, fc.integer({ min: -5, max: 5 }), (numerator, turns, shift) => {
      const answer = `\\frac{${numerator}\\pi}{31}+${turns}\\pi n`
      const moved = `\\frac{${numerator}\\pi}{31}+${shift * turns}\\pi+${turns}\\pi k, k\\in\\mathbb{Z}`
      expect(gradeAnswer(answer, moved).verdict).toBe('correct')
      expect(
        gradeAnswer(answer, `\\frac{${numerator + 31 * turns + 1}\\pi}{31}+${turns}\\pi k`).verdict,
      ).not.toBe('correct')
    }),
    { numRuns: 100 },
  )
})
