import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseSplitSide } from './choose-split-side'
import { describeSplitOverlapWithBase } from './describe-split-overlap-with-base'

const list = (name: string) => ({ list: `id of ${name}`, name, sha256: `hash of ${name}` })
const split = (testShare: number, seed = '') => ({ testShare, seed })

test.each([
  ['the same', split(0.2, 'a'), split(0.2, 'a'), null],
  ['a smaller share', split(0.2), split(0.1), 'its test problems may be in train here'],
  ['a larger share', split(0.1), split(0.2), 'its train problems may be in test here'],
  [
    'another seed',
    split(0.1),
    split(0.1, 'b'),
    'its test problems may be in train here, and its train problems may be in test here',
  ],
  ['another seed, without test problems', split(0), split(0, 'b'), null],
])(
  'warns only if problems of the base release can change between train and test: %s',
  (_, base, now, warnings) => {
    expect(
      describeSplitOverlapWithBase(
        { number: 7, split: base, lists: [] },
        { split: now, lists: [], action: 'exclude' },
      ),
    ).toEqual(warnings === null ? [] : [`Release 7 uses a different split: ${warnings}.`])
  },
)

test('warns about a list that only the base release held out, unless the list was added again', () => {
  const renamedList = { ...list('MATH-500'), list: 'another id', name: 'MATH' }
  const base = { number: 1, split: split(0), lists: [list('MATH-500'), list('GSM8K')] }
  expect(
    describeSplitOverlapWithBase(base, {
      split: split(0),
      lists: [renamedList, list('New')],
      action: 'exclude',
    }),
  ).toEqual([
    'Release 1 held out the list “GSM8K”, which is not held out here. Its problems may be in train.',
  ])
})

test('warns about a list in test that the base release did not hold out', () => {
  const base = { number: 1, split: split(0.1), lists: [list('MATH-500')] }
  expect(
    describeSplitOverlapWithBase(base, {
      split: split(0.1),
      lists: [list('MATH-500'), list('GSM8K')],
      action: 'test',
    }),
  ).toEqual([
    'Release 1 did not hold out the list “GSM8K”, which is in test here. Its problems may be in train of release 1.',
  ])
})

test('if there is no warning, no problem is in train of one release and in test of the other', () => {
  const share = fc.constantFrom(0, 0.1, 0.5, 0.9)
  const seed = fc.constantFrom('', 'a')
  const names = fc.subarray(['MATH-500', 'GSM8K'])
  const settings = fc.record({
    split: fc.record({ testShare: share, seed }),
    action: fc.constantFrom('exclude', 'test'),
    lists: names.map((each) => each.map(list)),
  })
  const hash = fc.uint8Array({ minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(settings, settings, names, hash, hash, (base, now, listed, ofSeed, ofOther) => {
      fc.pre(describeSplitOverlapWithBase({ number: 1, ...base }, now).length === 0)
      const side = ({ split: { testShare }, action, lists }: typeof base, hashBytes: Uint8Array) =>
        chooseSplitSide(
          { testShare, action },
          lists.some(({ name }) => listed.includes(name)),
          hashBytes,
        )
      const sides = [
        side(base, ofSeed),
        side(now, now.split.seed === base.split.seed ? ofSeed : ofOther),
      ]
      expect(new Set(sides.filter((each) => each !== 'heldOut')).size).toBeLessThanOrEqual(1)
    }),
  )
})
