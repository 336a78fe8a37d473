import { describe, expect, test } from 'vitest'
import { ArithmeticClaimReader } from '@/lib/scoring/embedded/read-arithmetic-claims'
import { maxListedFindings } from './evaluation-limits'
import {
  findArithmeticHints,
  ArithmeticHintAccumulator,
  type RatedSolutionText,
} from './find-hints'

const find = (...steps: string[]) => findArithmeticHints(new ArithmeticClaimReader(), steps)

describe('arithmetic hints', () => {
  test('report a calculation that is wrong', () => {
    expect(find('We have $7 \\cdot 8 = 56$.', 'So $56 + 5 = 62$ in all.')).toEqual([
      { step: 1, description: '$56 + 5 = 62$, but the left side is 61' },
    ])
  })

  test('report a value that contradicts an earlier step', () => {
    const [hint, ...otherHints] = find('So $x = 3$.', 'Nothing here.', 'As $x = 5$, we are done.')
    expect(otherHints).toEqual([])
    expect(hint).toEqual({ step: 2, description: '5 here, but 3 in step 1' })
  })

  test.each([
    ['values that are equal at the given precision', String.raw`So $(0.231 - 0.192)/0.192 = 0.2$.`],
    ['rounding to percent', String.raw`So $0.2031 \cdot 1 = 20\%$.`],
    ['rounding to a whole number', 'So $2.3 \\cdot 4.1 = 9$.'],
    ['a product of variables', 'So $b^2 - 4ac = 49 - 4ac = 25$.'],
    ['a product of variables before the claim', '$2ab + 3 \\cdot 4 = 20$.'],
    ['a calculation that continues on the next line', '$540 - 360 = 90\n\\times 2$'],
    ['a calculation that starts on the line above', '$x +\n3 \\cdot 4 = 20$'],
    ['a minus that looks like a bullet', '$x = 540\n- 2 \\cdot 180 = 180$'],
    ['a calculation followed by an operator', '$5 + 3 = 4 : 2$'],
    ['the inside of a root', String.raw`$\sqrt{3 + 4 = 8}$`],
  ])('ignore %s', (_, text) => {
    expect(find(text)).toEqual([])
  })

  test('ignore values after a product of variables, and more precise values of a rounded variable', () => {
    expect(find('Here $d = 4ac$.', 'So $d = 24$.')).toEqual([])
    expect(find('About $x = 0.2$.', 'More exactly $x = 0.2031$.')).toEqual([])
  })

  test.each([
    ['larger than the given precision allows', '$(0.231 - 0.192)/0.192 = 0.4$'],
    ['in a fraction rounded to a whole number', String.raw`$\frac{10}{4} = 2$`],
    ['on a line of a list', 'We add:\n- $3 + 4 = 8$\n- $2 + 2 = 4$'],
    ['after prose, in bold', 'Hence **3 + 4 = 8**, as asked.'],
    ['in a box', String.raw`$\boxed{3 + 4 = 8}$`],
    ['in the middle of a chain', '$x = 3 + 4 = 8$'],
    ['before a unit', '$3 \\cdot 4 = 13 \\text{ cm}$'],
  ])('report an error %s', (_, text) => {
    expect(find(text)).toHaveLength(1)
  })

  test('quote calculations within prose and show only the values of long ones', () => {
    expect(find('5 apples + 3 apples = 9 apples')[0]?.description).toMatch(
      /^“5 apples \+ 3 apples = 9/,
    )
    const longClaim = `${'1 + '.repeat(60)}1 = 7`
    expect(find(longClaim)[0]?.description).toBe('the left side is 61, the right side 7')
  })

  test('are limited to one per step', () => {
    expect(find('$1 + 1 = 3$ and $2 + 2 = 5$')).toHaveLength(1)
  })

  test('do not use values from the previous solution', () => {
    const reader = new ArithmeticClaimReader()
    expect(findArithmeticHints(reader, ['So $x = 3$.'])).toEqual([])
    expect(findArithmeticHints(reader, ['Nothing here.', 'So $x = 5$.'])).toEqual([])
  })
})

describe('ArithmeticHintAccumulator', () => {
  const wrongStep = 'So $1 + 1 = 3$.'
  const text = (overrides: Partial<RatedSolutionText>): RatedSolutionText => ({
    solution: 's',
    steps: [wrongStep],
    ratings: [],
    firstNegative: null,
    ...overrides,
  })

  test('skips steps from the first negative rating on, and lists hints on rated steps first', () => {
    const accumulator = new ArithmeticHintAccumulator()
    accumulator.add(text({ solution: 'found', ratings: [-1], firstNegative: 0 }))
    accumulator.add(
      text({ solution: 'after', steps: ['Bad.', wrongStep], ratings: [-1], firstNegative: 0 }),
    )
    accumulator.add(text({ solution: 'unread' }))
    accumulator.add(text({ solution: 'passed', ratings: [1] }))
    expect(accumulator.list().map(({ solution, rating }) => [solution, rating])).toEqual([
      ['passed', 1],
      ['unread', null],
    ])
    expect([accumulator.hintedSteps, accumulator.solutions]).toEqual([2, 4])
  })

  test('limits the list but not the count, and prefers hints on rated steps', () => {
    const accumulator = new ArithmeticHintAccumulator()
    for (let i = 0; i < 3 * maxListedFindings; i++)
      accumulator.add(text({ solution: `unread ${i}` }))
    accumulator.add(text({ solution: 'passed', ratings: [0] }))
    expect(accumulator.list()).toHaveLength(maxListedFindings)
    expect(accumulator.list()[0]).toMatchObject({ solution: 'passed', rating: 0 })
    expect(accumulator.hintedSteps).toBe(3 * maxListedFindings + 1)
  })
})
