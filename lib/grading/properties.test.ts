import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { gradeAnswer } from './grade-answer'

const anyInteger = fc.integer({ min: -99, max: 99 }).map(String)
const positive = fc.integer({ min: 2, max: 60 }).map(String)
const letter = fc.constantFrom('x', 'y', 'n', 'a', '\\theta')

/** LaTeX formulas that have a value. */
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'formula' },
    anyInteger,
    letter,
    fc.constant('\\pi'),
    fc.tuple(anyInteger, positive).map(([a, b]) => `\\frac{${a}}{${b}}`),
    fc.tuple(positive, positive).map(([a, b]) => `${a}.${b}`),
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => `\\left(${a}\\right) + ${b}`),
    fc
      .tuple(tie('formula'), tie('formula'))
      .map(([a, b]) => `\\left(${a}\\right)\\left(${b}\\right)`),
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => `\\frac{${a}}{${b}}`),
    tie('formula').map((a) => `\\sqrt{${a}}`),
    tie('formula').map((a) => `\\left(${a}\\right)^{2}`),
    tie('formula').map((a) => `\\sin\\left(${a}\\right)`),
  ),
}))

/** Answers of every kind. */
const answer = fc.oneof(
  { weight: 4, arbitrary: formula },
  fc.tuple(formula, formula).map(([a, b]) => `\\left(${a}, ${b}\\right)`),
  fc.array(formula, { minLength: 1, maxLength: 3 }).map((items) => `\\{${items.join(', ')}\\}`),
  fc.array(formula, { minLength: 2, maxLength: 3 }).map((items) => items.join(', ')),
  fc.tuple(letter, formula).map(([a, b]) => `${a} = ${b}`),
  fc.tuple(letter, anyInteger).map(([a, b]) => `${a} \\le ${b}`),
  fc.tuple(anyInteger, positive).map(([a, b]) => `\\left[${a}, ${Number(a) + Number(b)}\\right)`),
  fc.tuple(formula, formula).map(([a, b]) => `\\begin{pmatrix} ${a} \\\\ ${b} \\end{pmatrix}`),
  fc
    .tuple(anyInteger, fc.constantFrom('cm', 'dollars', '\\%', '^\\circ'))
    .map(([a, b]) => `${a} ${b}`),
  fc.constantFrom(
    '\\text{(A)}',
    '\\text{east}',
    'no solution',
    '\\infty',
    '-\\infty',
    '3:4',
    '12_5',
  ),
)

/** Change the format of an answer, but not its meaning. */
const reformattings: readonly ((text: string) => string)[] = [
  (text) => `  ${text} `,
  (text) => `$${text}$`,
  (text) => `\\(${text}\\)`,
  (text) => `\\boxed{${text}}`,
  (text) => text.replaceAll('\\left', '').replaceAll('\\right', ''),
  (text) => text.replaceAll('\\frac', '\\dfrac'),
  (text) => text.replaceAll(', ', ',\\, '),
  (text) => text.replaceAll(' + ', '+'),
  (text) => text.replaceAll(' = ', '=').replaceAll('\\le ', '\\leq '),
  (text) => text.replaceAll('pmatrix', 'bmatrix'),
  (text) => text.replaceAll('\\pi', 'π').replaceAll('\\sqrt', '√'),
  (text) => text.replaceAll('^{2}', '²'),
  (text) => text.replaceAll('\\', '\\\\'),
]

test('grading accepts an answer that is the same text as the reference', () => {
  fc.assert(
    fc.property(fc.oneof(answer, fc.string(), fc.string({ unit: anyCharacter })), (text) => {
      if (text.trim() !== '') expect(gradeAnswer(text, text).verdict).toBe('correct')
    }),
    { numRuns: scaleRuns(500) },
  )
})

test('grading gives the same verdict if answer and reference are swapped', () => {
  const anyAnswer = fc.oneof(answer, fc.string())
  fc.assert(
    fc.property(anyAnswer, anyAnswer, (a, b) => {
      if (a.trim() !== '' && b.trim() !== '')
        expect(gradeAnswer(a, b).verdict).toBe(gradeAnswer(b, a).verdict)
    }),
    { numRuns: scaleRuns(1000) },
  )
})

test('grading ignores differences in formatting', () => {
  fc.assert(
    fc.property(answer, answer, fc.constantFrom(...reformattings), (a, b, reformat) => {
      const gradeOfItself = gradeAnswer(reformat(a), a)
      expect({ verdict: gradeOfItself.verdict, reason: gradeOfItself.reason }).toMatchObject({
        verdict: 'correct',
      })
      expect(gradeAnswer(reformat(a), b).verdict).toBe(gradeAnswer(a, b).verdict)
    }),
    { numRuns: scaleRuns(1000) },
  )
})

test('grading gives the same verdict if answer and reference are multiplied by the same number', () => {
  const factor = fc.constantFrom('7', '\\frac{3}{11}', '1000000', '10^{-12}', '\\sqrt{5}')
  fc.assert(
    fc.property(formula, formula, factor, (a, b, k) => {
      const scale = (text: string) => `${k} \\cdot \\left(${text}\\right)`
      expect(gradeAnswer(scale(a), scale(b)).verdict).toBe(gradeAnswer(a, b).verdict)
    }),
    { numRuns: scaleRuns(1000) },
  )
})

test('grading never rejects sums and products in another order, or expanded fractions', () => {
  fc.assert(
    fc.property(formula, formula, positive, (a, b, k) => {
      const pairs = [
        [`\\left(${a}\\right) + \\left(${b}\\right)`, `\\left(${b}\\right) + \\left(${a}\\right)`],
        [
          `\\left(${a}\\right) \\cdot \\left(${b}\\right)`,
          `\\left(${b}\\right)\\left(${a}\\right)`,
        ],
        [a, `\\frac{${k} \\cdot \\left(${a}\\right)}{${k}}`],
      ] as const
      for (const [x, y] of pairs) expect(gradeAnswer(x, y).verdict).not.toBe('wrong')
    }),
    { numRuns: scaleRuns(500) },
  )
})

test('grading never accepts an answer that is one too large', () => {
  fc.assert(
    fc.property(formula, (a) => {
      expect(gradeAnswer(`\\left(${a}\\right) + 1`, a).verdict).not.toBe('correct')
    }),
    { numRuns: scaleRuns(500) },
  )
})
