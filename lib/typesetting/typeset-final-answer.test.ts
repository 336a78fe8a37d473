import { expect, test } from 'vitest'
import { typesetFinalAnswer } from './typeset-final-answer'

const kinds = (answer: string) =>
  typesetFinalAnswer(answer).flatMap((block) =>
    block.kind === 'paragraph' ? block.pieces.map(({ kind }) => kind) : [block.kind],
  )

test.each(['\\frac{1}{2}', 'x^2', '\\text{(C)}', 'a_1'])(
  'typesets the final answer %s as a formula',
  (answer) => {
    expect(kinds(answer)).toEqual(['formula'])
  },
)

test.each(['42', 'no solution', '(1, 2)', '5 apples'])(
  'shows the final answer %s as text',
  (answer) => {
    expect(kinds(answer)).toEqual(['text'])
  },
)

test.each([
  ['increase of 5\\%', ['text', 'formula']],
  ['5\\% increase', ['formula', 'text']],
  ['x^2 apples', ['formula', 'text']],
  ['no \\text{real solution} at all', ['text']],
])('splits the final answer %s into the parts %j', (answer, expected) => {
  expect(kinds(answer)).toEqual(expected)
})

test.each(['\\text{no real solution}', '\\sin x + \\cos y', 'abc^2', '\\frac{ab}{cd}'])(
  'typesets the final answer %s as one formula although it contains letters',
  (answer) => {
    expect(kinds(answer)).toEqual(['formula'])
  },
)

test('typesets only the delimited formulas of a final answer that has delimiters', () => {
  expect(kinds('It is $\\frac{1}{2}$')).toEqual(['text', 'formula'])
  expect(kinds('\\(x^2\\)')).toEqual(['formula'])
})
