import { describe, expect, test } from 'vitest'
import {
  describeChange,
  describeDone,
  describeEffects,
  describeGoldEffect,
  type RepairEffect,
  writeReturnNote,
} from './describe-repair'

const split = { kind: 'split', step: 2, at: [4] } as const
const merge = { kind: 'merge', step: 2, through: 3 } as const

test('a change in the history', () => {
  expect(describeChange(split)).toBe('split step 3 in two')
  expect(describeChange({ ...split, at: [1, 2] })).toBe('split step 3 in three')
  expect(describeChange(merge)).toBe('merge steps 3 and 4')
  expect(describeChange({ ...merge, through: 5 })).toBe('merge steps 3 to 6')
})

test('what an annotator is told, of one repair or several in their order', () => {
  const first = writeReturnNote(split)
  expect(first).toBe(
    'Step 3 was split in two. Please rate what is new; your other ratings are kept.',
  )
  expect(writeReturnNote(merge, first)).toBe(
    'Step 3 was split in two. Steps 3 and 4 are one step now. Please rate what is new; your other ratings are kept.',
  )
  expect(writeReturnNote(split, 'Look at step 1 again.')).toMatch(/^Look at step 1 again\. Step 3/)
})

test('what was done says how it is undone', () => {
  expect(describeDone(split, { kept: 2, returned: 1, drafts: 0, gold: 'none' })).toBe(
    'Step 3 was split in two. 2 annotations kept all ratings. 1 annotation came back, to be rated where it is new. Undoing it is another repair: merge steps 3 and 4.',
  )
  expect(describeDone(merge, { kept: 0, returned: 0, drafts: 1, gold: 'none' })).toBe(
    'Steps 3 and 4 are one step now. 1 annotation in work went on. Undoing it is another repair: split step 3.',
  )
})

test('what a repair does to gold', () => {
  const done = { kept: 0, returned: 0, drafts: 0 }
  expect(describeDone(split, { ...done, gold: 'kept' })).toMatch(/still gold, by the new step/)
  expect(describeDone(split, { ...done, gold: 'ended' })).toMatch(/It is gold no more\. Undoing/)
  expect(describeGoldEffect('none')).toBeNull()
  expect(describeGoldEffect('kept')).toMatch(/stays gold/)
  expect(describeGoldEffect('ended')).toMatch(/gold no more/)
})

describe('what happens to labels', () => {
  const effect = (given: Partial<RepairEffect> = {}): RepairEffect => ({
    ...{ person: 'Ada', state: 'submitted', isReturned: false, voided: 0 },
    ...given,
  })
  const back = effect({ isReturned: true, voided: 1 })
  test.each([
    [[], 'Nobody has labelled this solution, so nothing comes back.'],
    [[effect()], '1 annotation keeps all ratings.'],
    [
      [effect(), effect(), back],
      '2 annotations keep all ratings and 1 comes back to Ada for what is new.',
    ],
    [[back, { ...back, person: 'Ben' }], '2 annotations come back to Ada and Ben for what is new.'],
    [[{ ...back, person: null }], '1 annotation comes back to who gave it for what is new.'],
    [
      [back, { ...back, person: null }],
      '2 annotations come back to who gave them for what is new.',
    ],
    [
      [effect(), back, effect({ state: 'draft', voided: 1 })],
      '1 annotation keeps all ratings, 1 comes back to Ada for what is new and 1 annotation in work goes on with the new steps, without 1 rating of what is replaced.',
    ],
  ])('%#', (effects, words) => {
    expect(describeEffects(effects)).toBe(words)
  })
})
