import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { gradeAnswer } from './grade-answer'
import { listWrongVerdicts } from './testing/list-wrong-verdicts'

const kinds: readonly (readonly [kind: string, verdict: string, table: string])[] = [
  [
    'conditions that the same numbers fulfil',
    'correct',
    String.raw`
      \frac{1}{x-40}>0 ## x>40
      \frac{1}{x-40}\ge 0 ## x>40
      \frac{1}{x-10^8}>0 ## x>10^8
      \frac{1}{x-10^{16}}>0 ## x>10^{16}
      \frac{x+1}{x-2}\le 0 ## [-1,2)
      \frac{2}{x}\ge 1 ## (0,2]
      \frac{x-3}{x+4}<\frac{x}{x-1} ## -4<x<\frac38 or x>1
      \frac{x}{(x-\sqrt2)^2}>0 ## 0<x<\sqrt2 or x>\sqrt2
      \frac{1}{|x-3|}>1 ## 2<x<3 or 3<x<4
      \left|\frac{x+1}{x-2}\right|<1 ## x<\frac12
      \frac{x^2-25}{x-5}>10 ## x>5
      x^2>0 ## x\ne 0
      9x^2-6x+1>0 ## x\ne\frac13
      x^2-2\sqrt2x+2>0 ## x\ne\sqrt2
      x^2-2\pi x+\pi^2>0 ## x\ne\pi
      x^4-10x^2+1<0 ## \sqrt3-\sqrt2<|x|<\sqrt3+\sqrt2
      x^2-10x+1>0 ## x<5-\sqrt{24} or x>5+\sqrt{24}
      3x^2-7x+2>0 ## x<\frac13 or x>2
      x^5>2\cdot10^{10} ## x>\sqrt[5]{2\cdot10^{10}}
      |x|+|x-2|<4 ## -1<x<3
      |x-1|<|x+3| ## x>-1
      \sqrt[3]{x}>2 ## x>8
      2^x>8 ## x>3
      e^{-x}(x-1)>0 ## x>1
      0<\frac{1}{x}<1 ## x>1
      (0,1)\cup\{0\} ## [0,1)
      (-1,0)\cup(0,1)\cup\{0\} ## (-1,1)`,
  ],
  [
    'conditions whose boundaries are rounded',
    'unsure',
    String.raw`
      -1.414<x<1.414 ## x^2<2
      (-1.41,1.414) ## x^2<2
      -1.41<x<1.41 ## -\sqrt2<x<\sqrt2
      x>0.33 ## 3x>1
      x>0.33 ## x>\frac13
      x\ge 1.26 ## x^3\ge 2
      x\le 141 ## x\le 100\sqrt2
      x<-1.41 or x>1.41 ## x^2>2
      x\ne 1.26 ## x^3\ne 2`,
  ],
  [
    'conditions that differ by more than rounding',
    'wrong',
    String.raw`
      -1.43<x<1.43 ## x^2<2
      -1.414\le x\le 1.414 ## x^2<2
      -1.414<x<1.5 ## x^2<2
      x>1.414 ## x^2>2
      0.33<x<2 ## 3x>1
      x<0.33 ## 3x>1
      x>0.3 ## 3x>1`,
  ],
  [
    'conditions that differ at a number where one divides by 0',
    'wrong',
    String.raw`
      x\ge -1 ## \frac{x+1}{(x-2)^2}\ge 0
      x>0 ## \frac{x}{(x-5)^2}>0
      x>0 ## x(x-5)^{-2}>0
      x>0 ## \frac{x}{|x-5|}>0
      x>0 ## \frac{x}{(x^2-2)^2}>0
      x>0 ## \frac{x}{(x^3-x-1)^2}>0
      x>0 ## \frac{x}{(x-\pi)^2}>0
      x>0 ## \frac{x(x-5)}{x-5}>0
      x>-5 ## \frac{x^2-25}{x-5}>0
      x=5 ## \frac{(x-5)^2}{x-5}=0
      2<x<4 ## \frac{1}{|x-3|}>1`,
  ],
  [
    'sets that differ at the end of an interval',
    'wrong',
    String.raw`
      (0,1)\cup\{0\} ## (0,1)
      (0,1)\cup\{1\} ## (0,1)`,
  ],
  [
    'conditions that differ far from 0',
    'wrong',
    String.raw`
      \frac{1}{x-40}>0 ## x>39.5
      \frac{1}{x-50}>0 ## x>49.5
      \frac{1}{x-100}>0 ## x>99.5
      x>5 ## (x-5)(x-10^{10})^2>0
      x>5 ## (x-5)(x-10^{17}-1)^2>0
      x>0 ## \frac{x}{(x-12345678901234567891)^2}>0
      x>0 ## x(x-10^6)^2>0
      |x-5|<3 ## 5-x<3
      |x-500|<3 ## 500-x<3
      \sqrt{(x-5)^2}<3 ## 5-x<3`,
  ],
  [
    'conditions whose boundaries differ little',
    'wrong',
    String.raw`
      x>10^{14} ## x>10^{14}+1
      x\ge 10^{15} ## x\ge 10^{15}+7
      x>10^{16} ## x>10^{16}+1
      2<x<10^{14} ## 2<x<10^{14}+1`,
  ],
  [
    'conditions whose boundaries differ too little for numbers between them',
    'unsure',
    String.raw`
      x>10^{14} ## \frac{1}{x-10^{14}-1}>0
      x>10^{16} ## \frac{1}{x-10^{16}-1}>0
      |x|>1 ## x^2>1+10^{-14}
      |x|>1+10^{-14} ## x^2>1
      x>1000000 ## x>1000000.00000001`,
  ],
  [
    'an equation and an inequality that the same numbers fulfil',
    'correct',
    String.raw`
      x=1 ## (x-1)^2\le 0
      x=1 ## |x-1|\le 0
      x=1 ## 1\le x\le 1
      x+1=3 ## -|x-2|\ge 0
      x^2=1 ## (x^2-1)^2\le 0`,
  ],
  [
    'an equation and an inequality that different numbers fulfil',
    'wrong',
    String.raw`
      x=2 ## (x-1)^2\le 0
      x=3 ## x\ge 3
      x=3 ## x<3
      x=3 ## x\ne 3
      x=0 ## x^2<0
      x^2=1 ## (x-1)^2\le 0
      x+1=3 ## x\le 2
      y=3x+2 ## y>3x+2
      y=3x+2 ## y\ge 3x+2
      x+y=500 ## x+y>500
      \ln x=0 ## x>1`,
  ],
  [
    'an equation and an inequality that could have the same solutions',
    'unsure',
    String.raw`
      x=y ## |x-y|\le 0
      x^2+y^2=0 ## x^2+y^2\le 0
      \sqrt{x-1}=0 ## \sqrt{x-1}\le 0
      x=10^{17} ## (x-10^{17}-1)^2\le 0`,
  ],
  [
    'conditions whose domain or boundaries are not all known',
    'unsure',
    String.raw`
      x<1 ## (\sqrt{x})^2<1
      x<5 ## e^{\ln x}<5
      |x|<4 ## |\sqrt{x}|<2
      x>0 ## \frac{x}{\cos^2 x}>0
      x>0 ## \frac{x}{\lfloor x-5\rfloor^2}>0
      x>0 ## \frac{x}{(2^x-32)^2}>0
      x\ge 0 ## x\tan^2 x\ge 0
      x>5 ## \max(x,5)>5
      |x-5|+y<3 ## 5-x+y<3
      |x-5|=3 ## 5-x=3`,
  ],
]

describe.each(kinds)('%s', (_kind, verdict, table) => {
  test(`all listed pairs get the verdict ${verdict}`, () => {
    expect(listWrongVerdicts(verdict, table)).toEqual([])
  })
})

/** A factor `(x - root)^power` of an inequality, or the power of its absolute value. */
const anyFactor = fc.record({
  root: fc.integer({ min: -300, max: 300 }),
  power: fc.constantFrom(-3, -2, -1, 1, 2, 3),
  isAbsolute: fc.boolean(),
})
type Factor = typeof anyFactor extends fc.Arbitrary<infer T> ? T : never
const anyFactors = fc.uniqueArray(anyFactor, {
  minLength: 1,
  maxLength: 4,
  selector: ({ root }) => root,
})

const isNegativeAt = (factors: readonly Factor[], x: number) =>
  factors.filter(({ root, power, isAbsolute }) => !isAbsolute && power % 2 !== 0 && x < root)
    .length %
    2 ===
  1

/** Lists the pieces into which the roots divide the numbers, and whether the product is positive, 0 or undefined there. */
function listPieces(factors: readonly Factor[], shift: string) {
  const sortedFactors = factors.toSorted((a, b) => a.root - b.root)
  const ends = ['-\\infty', ...sortedFactors.map(({ root }) => `${root}${shift}`), '\\infty']
  const intervals = ends.slice(1).map((end, i) => ({
    text: `(${ends[i]}, ${end})`,
    sign: isNegativeAt(factors, (sortedFactors[i]?.root ?? Infinity) - 0.5) ? -1 : 1,
  }))
  const points = sortedFactors.map(({ power }, i) => ({
    text: `\\{${ends[i + 1]}\\}`,
    sign: power > 0 ? 0 : NaN,
  }))
  return [...intervals, ...points]
}

function formatFactor({ root, power, isAbsolute }: Factor, shift: string): string {
  const difference = `x-(${root}${shift})`
  return `${isAbsolute ? `|${difference}|` : `(${difference})`}^{${Math.abs(power)}}`
}

test('grading accepts the solutions of a rational inequality, and not with a piece more or less', () => {
  fc.assert(
    fc.property(
      anyFactors,
      fc.constantFrom('', '+\\sqrt{2}', '+\\frac{1}{3}'),
      fc.constantFrom('<', '>', '\\le', '\\ge'),
      fc.nat(),
      (factors, shift, sign, choice) => {
        const join = (isBelow: boolean) =>
          factors
            .filter(({ power }) => power < 0 === isBelow)
            .map((factor) => formatFactor(factor, shift))
            .join('') || '1'
        const inequality = `\\frac{${join(false)}}{${join(true)}} ${sign} 0`
        const pieces = listPieces(factors, shift)
        const isSolution = (piece: { sign: number }) =>
          (piece.sign === 0 && sign.endsWith('e')) || piece.sign === (/[<l]/.test(sign) ? -1 : 1)
        const format = (list: typeof pieces) => list.map(({ text }) => text).join('\\cup')
        const solutions = pieces.filter(isSolution)
        const changedPiece = pieces[choice % pieces.length]!
        const otherNumbers = pieces.filter(
          (piece) => isSolution(piece) !== (piece === changedPiece),
        )
        fc.pre(solutions.length > 0 && solutions.length < pieces.length && otherNumbers.length > 0)
        expect(gradeAnswer(format(solutions), inequality)).toMatchObject({ verdict: 'correct' })
        expect(gradeAnswer(inequality, format(otherNumbers)).verdict).not.toBe('correct')
      },
    ),
    { numRuns: scaleRuns(300) },
  )
})
