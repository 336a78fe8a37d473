import { describe, expect, test } from 'vitest'
import { ClaimReader } from '@/lib/scoring/embedded/read-claims'
import { listedFindings } from './contract'
import { findHints, HintTally, type RatedText } from './find-hints'

const find = (...steps: string[]) => findHints(new ClaimReader(), steps)

describe('hints', () => {
  test('arithmetic that does not hold, in words', () => {
    expect(find('We have $7 \\cdot 8 = 56$.', 'So $56 + 5 = 62$ in all.')).toEqual([
      { step: 1, words: '$56 + 5 = 62$, but the left side comes to 61' },
    ])
  })

  test('a value that contradicts an earlier step', () => {
    const [hint, ...others] = find('So $x = 3$.', 'Nothing here.', 'As $x = 5$, we are done.')
    expect(others).toEqual([])
    expect(hint).toEqual({ step: 2, words: 'says 5; step 1 said 3 of the same' })
  })

  test.each([
    ['right to the digits given', String.raw`So $(0.231 - 0.192)/0.192 = 0.2$.`],
    ['rounded to per cent', String.raw`So $0.2031 \cdot 1 = 20\%$.`],
    ['rounded to a whole number', 'So $2.3 \\cdot 4.1 = 9$.'],
    ['letters side by side', 'So $b^2 - 4ac = 49 - 4ac = 25$.'],
    ['letters side by side, before', '$2ab + 3 \\cdot 4 = 20$.'],
    ['a chain that goes on below', '$540 - 360 = 90\n\\times 2$'],
    ['a chain that came from above', '$x +\n3 \\cdot 4 = 20$'],
    ['a minus that looks like a bullet', '$x = 540\n- 2 \\cdot 180 = 180$'],
    ['a factor after it', '$5 + 3 = 4 : 2$'],
    ['the inside of a root', String.raw`$\sqrt{3 + 4 = 8}$`],
  ])('not %s', (_, text) => {
    expect(find(text)).toEqual([])
  })

  test('not what a letter was misread to be', () => {
    expect(find('Here $d = 4ac$.', 'So $d = 24$.')).toEqual([])
    expect(find('About $x = 0.2$.', 'More exactly $x = 0.2031$.')).toEqual([])
  })

  test.each([
    ['off by more than its digits', '$(0.231 - 0.192)/0.192 = 0.4$'],
    ['a fraction that is not whole', String.raw`$\frac{10}{4} = 2$`],
    ['on a line of a list', 'We add:\n- $3 + 4 = 8$\n- $2 + 2 = 4$'],
    ['after words, in bold', 'Hence **3 + 4 = 8**, as asked.'],
    ['in a box', String.raw`$\boxed{3 + 4 = 8}$`],
    ['in the middle of a chain', '$x = 3 + 4 = 8$'],
    ['before a unit', '$3 \\cdot 4 = 13 \\text{ cm}$'],
  ])('all the same %s', (_, text) => {
    expect(find(text)).toHaveLength(1)
  })

  test('words are no formula, and half a formula is not shown', () => {
    expect(find('5 apples + 3 apples = 9 apples')[0]?.words).toMatch(/^“5 apples \+ 3 apples = 9/)
    const long = `${'1 + '.repeat(60)}1 = 7`
    expect(find(long)[0]?.words).toBe('the left side comes to 61, the right side to 7')
  })

  test('one a step, however much is wrong with it', () => {
    expect(find('$1 + 1 = 3$ and $2 + 2 = 5$')).toHaveLength(1)
  })

  test('what one solution says is forgotten for the next', () => {
    const reader = new ClaimReader()
    expect(findHints(reader, ['So $x = 3$.'])).toEqual([])
    expect(findHints(reader, ['Nothing here.', 'So $x = 5$.'])).toEqual([])
  })
})

describe('hints that are worth a look', () => {
  const wrong = 'So $1 + 1 = 3$.'
  const text = (given: Partial<RatedText>): RatedText => ({
    ...{ solution: 's', steps: [wrong], ratings: [], firstNegative: null },
    ...given,
  })

  test('not what somebody rated negative, nor what comes after; what people passed comes first', () => {
    const tally = new HintTally()
    tally.add(text({ solution: 'found', ratings: [-1], firstNegative: 0 }))
    tally.add(text({ solution: 'after', steps: ['Bad.', wrong], ratings: [-1], firstNegative: 0 }))
    tally.add(text({ solution: 'unread' }))
    tally.add(text({ solution: 'passed', ratings: [1] }))
    expect(tally.list().map(({ solution, rating }) => [solution, rating])).toEqual([
      ['passed', 1],
      ['unread', null],
    ])
    expect([tally.hinted, tally.solutions]).toEqual([2, 4])
  })

  test('the list has an end, the count has none, and what was passed is not crowded out', () => {
    const tally = new HintTally()
    for (let i = 0; i < 3 * listedFindings; i++) tally.add(text({ solution: `unread ${i}` }))
    tally.add(text({ solution: 'passed', ratings: [0] }))
    expect(tally.list()).toHaveLength(listedFindings)
    expect(tally.list()[0]).toMatchObject({ solution: 'passed', rating: 0 })
    expect(tally.hinted).toBe(3 * listedFindings + 1)
  })
})
