import { describe, expect, test } from 'vitest'
import { compareToReference, gradeAnswer, graderVersion } from './grade-answer'

describe('grading an answer', () => {
  test.each([
    [null, '14', 'No final answer was found in the solution.'],
    [' ', '14', 'No final answer was found in the solution.'],
    ['14', null, 'The problem has no reference answer.'],
    ['14', '', 'The problem has no reference answer.'],
    [null, null, 'The problem has no reference answer.'],
  ])(
    'is unsure in every mode about the answer %j for the reference %j',
    (answer, reference, reason) => {
      for (const mode of ['semantic', 'prm800k', 'exact', 'numeric', 'choice'] as const)
        expect(gradeAnswer(answer, reference, mode)).toEqual({
          verdict: 'unsure',
          reason,
          graderVersion,
        })
    },
  )

  test('leaves an unknown formula undecided for the algebra system, but not a missing answer', () => {
    expect(compareToReference(null, '14').outcome).toBe('policy')
    expect(compareToReference('\\int_0^1 x\\,dx', '\\frac{1}{2}').outcome).toBe('undecided')
  })

  test('gives the reason as a sentence', () => {
    for (const [answer, reference] of [
      ['14', '14'],
      ['12', '14'],
      ['1,2', '2,1'],
      ['\\frac{', '1'],
    ] as const)
      expect(gradeAnswer(answer, reference).reason).toMatch(/^[A-Z].*\.$/)
    expect(gradeAnswer('12', '14').reason).toBe('The numbers differ: 12 and 14.')
  })

  test.each([
    ['0.25', '0.75', 'The numbers differ: 0.25 and 0.75.'],
    ['-0.050', '\\frac14', 'The numbers differ: -0.05 and 1/4.'],
    ['.5', '0.50', 'Both are the number 0.5.'],
    ['0.5', '\\frac12', 'Both are the number 1/2.'],
    ['0.1234567890123', '0.2', 'The numbers differ: 0.1234567890123 and 0.2.'],
  ])(
    'writes %j and the reference %j in the reason as decimals only if they are decimals',
    (answer, reference, reason) => {
      expect(gradeAnswer(answer, reference).reason).toBe(reason)
    },
  )

  test.each([
    ['1.73', '\\sqrt{3}', 'The two are equal after rounding one of them.'],
    ['3.14', '3.1', 'The two are equal after rounding one of them.'],
    ['3.9', '3.8', 'The two differ so little that one could be rounded differently.'],
    ['3.9x', '3.8x', 'The two differ so little that one could be rounded differently.'],
    ['0.666', '\\frac23', 'The two differ so little that one could be rounded differently.'],
  ])(
    'does not call %j and %j equal after rounding unless they are',
    (answer, reference, reason) => {
      expect(gradeAnswer(answer, reference)).toMatchObject({ verdict: 'unsure', reason })
    },
  )

  test.each([
    ['15:15', '16:15', 'The two are different times of day.'],
    ['8:00', '4:00', 'The two are different times of day.'],
    ['3:4', '4:3', 'The two are different ratios.'],
  ])('says that %j and %j are times or ratios', (answer, reference, reason) => {
    expect(gradeAnswer(answer, reference)).toMatchObject({ verdict: 'wrong', reason })
  })

  test.each([
    ['20 m/s', '72 km/h', 'After converting the units, both are the number 72.'],
    ['20 m/s', '70 km/h', 'After converting the units, the numbers differ: 72 and 70.'],
  ])('says that the units of %j and %j were converted', (answer, reference, reason) => {
    expect(gradeAnswer(answer, reference).reason).toBe(reason)
  })
})

describe('grading in the strict modes', () => {
  test.each([
    ['( 1, 2 )', '(1,2)', 'correct'],
    ['0.5', '1/2', 'wrong'],
    ['Paris', 'paris', 'wrong'],
  ])('exact: grades %j for the reference %j as %s', (answer, reference, verdict) => {
    expect(gradeAnswer(answer, reference, 'exact').verdict).toBe(verdict)
  })

  test.each([
    ['3.14', '\\pi', 'correct'],
    ['3.1', '\\pi', 'wrong'],
    ['-1', '1', 'wrong'],
    ['0', '0', 'correct'],
    ['\\$1,250', '1250 dollars', 'correct'],
    ['The total is \\boxed{36}', '36', 'correct'],
    ['x = 36', '36', 'correct'],
    ['72^\\circ', '72', 'correct'],
    ['many', '36', 'unsure'],
    ['36', 'many', 'unsure'],
    ['50%', '0.5', 'unsure'],
    ['10.74', '1074\\%', 'unsure'],
    ['50 percent', '5', 'wrong'],
    ['50', '0.5', 'wrong'],
    ['x > 5', '5', 'unsure'],
    ['x \\ne 5', '5', 'unsure'],
    ['a \\le 5', '5', 'unsure'],
    ['more than 5', '5', 'unsure'],
    ['x \\approx 3.142', '\\pi', 'correct'],
  ])('numeric: grades %j for the reference %j as %s', (answer, reference, verdict) => {
    expect(gradeAnswer(answer, reference, 'numeric').verdict).toBe(verdict)
  })

  test.each([
    ['(C)', 'C', 'correct'],
    ['c', 'C', 'correct'],
    ['\\textbf{(C)}', '\\text{C}', 'correct'],
    ['C. 14 apples', '(C)', 'correct'],
    ['The answer is (B)', 'C', 'wrong'],
    ['\\boxed{\\text{D}}', 'D', 'correct'],
    ['Option (C) is the one.', 'C', 'correct'],
    ['12\\text{ (C)}', 'C', 'correct'],
    ['I cannot answer a question like that', 'A', 'unsure'],
    ['The answer I got is 12', 'I', 'unsure'],
    ['Option A is wrong', 'A', 'unsure'],
    ['not option A', 'A', 'unsure'],
    ['(A) and (B)', 'A', 'unsure'],
    ['A) or B)', 'A', 'unsure'],
    ['(A) is wrong', 'A', 'unsure'],
    ['14', 'C', 'unsure'],
    ['C', '14', 'unsure'],
  ])('choice: grades %j for the reference %j as %s', (answer, reference, verdict) => {
    expect(gradeAnswer(answer, reference, 'choice').verdict).toBe(verdict)
  })
})
