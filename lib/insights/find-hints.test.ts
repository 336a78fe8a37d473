import { describe, expect, test } from 'vitest'
import { ClaimReader } from '@/lib/scoring/embedded/read-claims'
import { listedFindings } from './contract'
import { findHints, HintTally, type RatedText } from './find-hints'

const find = (...steps: string[]) => findHints(new ClaimReader(), steps)

describe('hints', () => {
  test('arithmetic that does not hold, in words', () => {
    expect(find('We have $7 \\cdot 8 = 56$.', 'So $56 + 5 = 62$ in all.')).toEqual([
      { step: 1, words: '“56 + 5 = 62”, but the left side comes to 61' },
    ])
  })

  test('a value that contradicts an earlier step', () => {
    const [hint, ...others] = find('So $x = 3$.', 'Nothing here.', 'As $x = 5$, we are done.')
    expect(others).toEqual([])
    expect(hint).toEqual({ step: 2, words: 'says 5; step 1 said 3 of the same' })
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
