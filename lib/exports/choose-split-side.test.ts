import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseSplitSide, listPossibleSplits } from './choose-split-side'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anyShare = fc.double({ min: 0, max: 0.9, noNaN: true })

test('never puts held-out problems into the train split, for any test share', () => {
  fc.assert(
    fc.property(hash, anyShare, (hashBytes, testShare) => {
      expect(chooseSplitSide({ testShare, action: 'exclude' }, true, hashBytes)).toBe('heldOut')
      expect(chooseSplitSide({ testShare, action: 'test' }, true, hashBytes)).toBe('test')
    }),
  )
})

test('a larger test share includes all problems of a smaller one, and a share of 0 includes none', () => {
  fc.assert(
    fc.property(hash, anyShare, anyShare, (hashBytes, firstShare, secondShare) => {
      const [small, large] = [Math.min(firstShare, secondShare), Math.max(firstShare, secondShare)]
      const side = (testShare: number) =>
        chooseSplitSide({ testShare, action: 'exclude' }, false, hashBytes)
      if (side(small) === 'test') expect(side(large)).toBe('test')
      expect(side(0)).toBe('train')
    }),
  )
})

test('puts a problem into the test split if its hash is below the test share of the hash range', () => {
  const side = (first: number, testShare: number) =>
    chooseSplitSide({ testShare, action: 'exclude' }, false, new Uint8Array(32).fill(first))
  expect([0, 0x19, 0x1a, 0xff].map((first) => side(first, 0.1))).toEqual([
    'test',
    'test',
    'train',
    'train',
  ])
})

test('lists a test split only if the test share or a held-out list can put problems in it', () => {
  expect(listPossibleSplits({ testShare: 0, action: 'test' }, 0)).toEqual(['train'])
  expect(listPossibleSplits({ testShare: 0, action: 'exclude' }, 2)).toEqual(['train'])
  expect(listPossibleSplits({ testShare: 0, action: 'test' }, 1)).toEqual(['train', 'test'])
  expect(listPossibleSplits({ testShare: 0.1, action: 'exclude' }, 0)).toEqual(['train', 'test'])
})
