import { expect, test } from 'vitest'
import { isEqualAtHighPrecision } from './equal-at-high-precision'
import { parseAnswer } from './parse-answer'

const compareAtHighPrecision = (a: string, b: string) =>
  isEqualAtHighPrecision(parseAnswer(a).node, parseAnswer(b).node)

test.each([
  ['\\pi', '4\\arctan 1', null],
  ['\\cos\\frac{\\pi}{3}', '\\frac12', true],
  ['\\sin 18^\\circ', '\\frac{\\sqrt5-1}{4}', true],
  ['\\tan\\frac{\\pi}{8}', '\\sqrt2-1', true],
  ['e^{\\ln 7}', '7', true],
  ['\\ln 2 + \\ln 3', '\\ln 6', true],
  ['\\log_2 10', '\\frac{\\ln 10}{\\ln 2}', true],
  ['2^{\\sqrt2}', 'e^{\\sqrt2\\ln 2}', true],
  ['\\sqrt[3]{-8}', '-2', true],
  ['\\sqrt{2+\\sqrt3}', '\\frac{\\sqrt6+\\sqrt2}{2}', true],
  ['e^{\\pi\\sqrt{163}}', '262537412640768744', false],
  ['\\sqrt{2}', '\\sqrt{2}+10^{-60}', false],
  ['\\ln\\frac{1}{10^{30}}', '-30\\ln 10', true],
  ['\\sqrt{-2}', '1', null],
  ['e^{500}', '1', null],
  ['\\frac{1}{\\sin\\pi}', '1', null],
])('decides whether %s and %s are the same number: %s (null if unknown)', (a, b, isSame) => {
  expect(compareAtHighPrecision(a, b)).toBe(isSame)
})
