import { expect, test } from 'vitest'
import { gradeAnswer } from './grade-answer'

test.each([
  // Compared as text.
  ['\\dfrac{7}{8}', '\\frac78', 'correct'],
  ['7/8', '\\frac{7}{8}', 'correct'],
  ['\\sqrt5', '\\sqrt{5}', 'correct'],
  ['64^\\circ', '64', 'correct'],
  ['64\\%', '64', 'correct'],
  ['64\\text{ cm}', '64', 'correct'],
  ['64 inches', '64', 'correct'],
  ['64 km', '64', 'wrong'],
  ['x = 64', '64', 'correct'],
  ['size = 64', '64', 'wrong'],
  ['1,064', '1064', 'correct'],
  ['64.0', '64', 'correct'],
  ['East', '\\text{east}', 'correct'],
  ['5 1/2', '\\frac{11}{2}', 'correct'],
  // Strict rules.
  ['14/16', '7/8', 'wrong'],
  ['128/2', '64', 'wrong'],
  ['8^2', '64', 'wrong'],
  ['0.875', '7/8', 'correct'],
  ['0.3333', '1/3', 'wrong'],
  ['1.4142135623730951', '\\sqrt{2}', 'wrong'],
  ['(2,1)', '(1,2)', 'wrong'],
  ['[1,2]', '(1,2)', 'wrong'],
  ['(1, 0.5)', '(1,1/2)', 'correct'],
  ['1,2', '(1,2)', 'wrong'],
  // Evaluated.
  ['2*sqrt(2)', '\\sqrt{8}', 'correct'],
  ['x(x+2)', 'x^2+2x', 'correct'],
  ['a+b+c', 'c+b+a', 'wrong'],
  ['x^{12}', 'x^12', 'correct'],
  ['(x^6)^2', 'x^{12}', 'wrong'],
  ['\\pi/2', '\\frac{2\\pi}{4}', 'correct'],
  ['10**100000', '\\sqrt{3}', 'wrong'],
])('the mode "prm800k" grades %j for the reference %j as %s', (answer, reference, verdict) => {
  expect(gradeAnswer(answer, reference, 'prm800k').verdict).toBe(verdict)
})
