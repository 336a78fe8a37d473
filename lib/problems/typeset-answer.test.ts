import { expect, test } from 'vitest'
import { typesetAnswer } from './typeset-answer'

const kinds = (answer: string) =>
  typesetAnswer(answer).flatMap((block) =>
    block.kind === 'paragraph' ? block.pieces.map(({ kind }) => kind) : [block.kind],
  )

test.each(['\\frac{1}{2}', 'x^2', '\\text{(C)}', 'a_1'])('%s is a formula', (answer) => {
  expect(kinds(answer)).toEqual(['formula'])
})

test.each(['42', 'no solution', '(1, 2)', '5 apples'])('%s is text', (answer) => {
  expect(kinds(answer)).toEqual(['text'])
})

test.each([
  ['increase of 5\\%', ['text', 'formula']],
  ['5\\% increase', ['formula', 'text']],
  ['x^2 apples', ['formula', 'text']],
  ['no \\text{real solution} at all', ['text']],
])('%s keeps its words apart', (answer, expected) => {
  expect(kinds(answer)).toEqual(expected)
})

test.each(['\\text{no real solution}', '\\sin x + \\cos y', 'abc^2', '\\frac{ab}{cd}'])(
  '%s is a formula, letters and all',
  (answer) => {
    expect(kinds(answer)).toEqual(['formula'])
  },
)

test('an answer with delimiters of its own is set by those', () => {
  expect(kinds('It is $\\frac{1}{2}$')).toEqual(['text', 'formula'])
  expect(kinds('\\(x^2\\)')).toEqual(['formula'])
})
