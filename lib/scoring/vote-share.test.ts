import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeVoteShares } from './vote-share'

describe('answer vote share', () => {
  test('is the share of answered samples with the same answer', () => {
    expect(computeVoteShares(['12', '12', '7', null])).toEqual([2 / 3, 2 / 3, 1 / 3, null])
    expect(computeVoteShares([null, null])).toEqual([null, null])
    expect(computeVoteShares([])).toEqual([])
    expect(computeVoteShares(['', '  ', '3'])).toEqual([null, null, 1])
  })

  test.each([
    ['$12$', '12.'],
    ['\\boxed{12}', '12'],
    ['1,234', '1234'],
    ['007.50', '7.5'],
    ['+3', '3'],
    ['-0', '0'],
    ['\\dfrac{1}{2}', '\\frac{1}{2}'],
    ['(1, 2)', '(1,2)'],
    ['Tuesday', 'tuesday'],
    ['(C)', 'C'],
    ['x + 1', 'x+1'],
  ])('counts %s and %s as one answer', (a, b) => {
    expect(computeVoteShares([a, b])).toEqual([1, 1])
  })

  test.each([
    ['3 1/2', '31/2'],
    ['-3', '3'],
    ['x', 'X'],
    ['1.5', '15'],
    ['(A)', '(B)'],
    ['10', '100'],
    // Equal in value: that would have to be computed.
    ['1/2', '0.5'],
  ])('counts %s and %s as two answers', (a, b) => {
    expect(computeVoteShares([a, b])).toEqual([0.5, 0.5])
  })

  test('gives shares of whole votes, and equal shares for equal texts', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.oneof(fc.string(), fc.nat(9).map(String)))), (answers) => {
        const shares = computeVoteShares(answers)
        expect(shares).toHaveLength(answers.length)
        const statedShares = shares.filter((share) => share !== null)
        // Several answers can have the same share, each from as many samples as the share says.
        for (const share of statedShares) {
          const votes = Math.round(share * statedShares.length)
          expect(statedShares.filter((otherShare) => otherShare === share).length % votes).toBe(0)
        }
        for (const [i, share] of shares.entries()) {
          expect(share === null || (share > 0 && share <= 1)).toBe(true)
          expect(share).toBe(shares[answers.indexOf(answers[i]!)])
        }
      }),
    )
  })
})
