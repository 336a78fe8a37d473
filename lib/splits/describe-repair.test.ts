import { describe, expect, test } from 'vitest'
import {
  describePastRepair,
  describeStepChange,
  describeCompletedRepair,
  describeRepairEffects,
  describeGoldEffect,
  type RepairEffectOnAnnotation,
  writeRepairReturnNote,
} from './describe-repair'

const split = { kind: 'split', step: 2, at: [4] } as const
const merge = { kind: 'merge', step: 2, through: 3 } as const

test('the history of a solution says how many steps it had before a split or merge', () => {
  expect(describePastRepair(describeStepChange(split), 4)).toBe('Step 3 of 4 split in two')
  expect(describePastRepair(describeStepChange(merge), 5)).toBe('Steps 3 and 4 of 5 merged')
  expect(describePastRepair(describeStepChange({ ...merge, through: 5 }), 6)).toBe(
    'Steps 3 to 6 of 6 merged',
  )
})

test('a split or merge is described in one phrase', () => {
  expect(describeStepChange(split)).toBe('split step 3 in two')
  expect(describeStepChange({ ...split, at: [1, 2] })).toBe('split step 3 in three')
  expect(describeStepChange(merge)).toBe('merge steps 3 and 4')
  expect(describeStepChange({ ...merge, through: 5 })).toBe('merge steps 3 to 6')
})

test('the note on returned work lists all repairs of the steps in order', () => {
  const first = writeRepairReturnNote(split)
  expect(first).toBe(
    'Step 3 was split in two. Rate each step without a rating, up to the first error. Your other ratings are kept.',
  )
  expect(writeRepairReturnNote(merge, first)).toBe(
    'Step 3 was split in two. Steps 3 and 4 were merged. Rate each step without a rating, up to the first error. Your other ratings are kept.',
  )
  expect(writeRepairReturnNote(split, 'Look at step 1 again.')).toMatch(
    /^Look at step 1 again\. Step 3/,
  )
})

test('the message after a repair says which annotations changed and how to undo it', () => {
  expect(
    describeCompletedRepair(split, { unchanged: 2, returned: 1, drafts: 0, gold: 'none' }),
  ).toBe(
    'Step 3 was split in two. 2 annotations kept all ratings. 1 annotation went back for the new steps. To undo it, merge steps 3 and 4. Annotators must still rate and submit the returned annotations again.',
  )
  expect(
    describeCompletedRepair(merge, { unchanged: 0, returned: 0, drafts: 1, gold: 'none' }),
  ).toBe('Steps 3 and 4 were merged. 1 annotation in progress continued. To undo it, split step 3.')
})

test('the message after a repair says whether the solution is still gold', () => {
  const counts = { unchanged: 0, returned: 0, drafts: 0 }
  expect(describeCompletedRepair(split, { ...counts, gold: 'kept' })).toMatch(/still gold/)
  expect(describeCompletedRepair(split, { ...counts, gold: 'ended' })).toMatch(
    /no longer gold\. To undo/,
  )
  expect(describeGoldEffect('none')).toBeNull()
  expect(describeGoldEffect('kept')).toMatch(/stays gold/)
  expect(describeGoldEffect('ended')).toMatch(/stops being gold/)
})

describe('the preview of a repair describes its effect on annotations', () => {
  const effect = (overrides: Partial<RepairEffectOnAnnotation> = {}): RepairEffectOnAnnotation => ({
    person: 'Ada',
    state: 'submitted',
    isReturned: false,
    removedRatings: 0,
    ...overrides,
  })
  const returnedEffect = effect({ isReturned: true, removedRatings: 1 })
  test.each([
    [[], 'No one has labelled this solution.'],
    [[effect()], '1 annotation keeps all ratings.'],
    [[effect({ state: 'skipped', removedRatings: 1 })], 'No one has labelled this solution.'],
    [[effect(), effect({ state: 'skipped' })], '1 annotation keeps all ratings.'],
    [
      [effect(), effect(), returnedEffect],
      '2 annotations keep all ratings and 1 goes back to Ada for the new steps.',
    ],
    [
      [returnedEffect, { ...returnedEffect, person: 'Ben' }],
      '2 annotations go back to Ada and Ben for the new steps.',
    ],
    [
      [{ ...returnedEffect, person: null }],
      '1 annotation goes back to its annotator for the new steps.',
    ],
    [
      [returnedEffect, { ...returnedEffect, person: null }],
      '2 annotations go back to their annotators for the new steps.',
    ],
    [
      [effect(), returnedEffect, effect({ state: 'draft', removedRatings: 1 })],
      '1 annotation keeps all ratings, 1 goes back to Ada for the new steps and 1 annotation in progress continues with the new steps, without 1 rating of replaced steps.',
    ],
  ])('reads “$1”', (effects, sentence) => {
    expect(describeRepairEffects(effects)).toBe(sentence)
  })
})
