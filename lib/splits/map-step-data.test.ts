import { describe, expect, test } from 'vitest'
import {
  mapExplanationsToRepairedSteps,
  mapNotesToRepairedSteps,
  mapOptionsToRepairedSteps,
  type StepNoteRow,
} from './map-step-data'
import { applyStepChange } from './repair-steps'

const solution = {
  text: null,
  stepSpans: [],
  stepIds: [],
  history: [],
  steps: ['a', 'b c', 'd', 'e'],
}
const merge = applyStepChange(solution, { kind: 'merge', step: 1, through: 2 })
const split = applyStepChange(solution, { kind: 'split', step: 1, at: [1] })

describe('alternatives of repaired steps', () => {
  const options = [
    { step: 2, option: 1, text: 'D' },
    { step: 1, option: 3, text: 'B' },
    { step: 2, option: 4, text: 'DD' },
    { step: 3, option: 1, text: 'E' },
  ]

  test('are appended after a merge, each starting with the text of the merged steps before it', () => {
    expect(mapOptionsToRepairedSteps(options, merge)).toEqual([
      { from: { step: 2, option: 1 }, option: 4, text: 'b c\n\nD' },
      { from: { step: 2, option: 4 }, option: 5, text: 'b c\n\nDD' },
    ])
  })

  test('stay at the first part after a split', () => {
    expect(mapOptionsToRepairedSteps(options, split)).toEqual([])
  })
})

test('a repair copies the explanations of the replaced steps to each new step, without duplicates', () => {
  const explanations = [
    { step: 1, text: 'sign' },
    { step: 2, text: 'sum' },
    { step: 2, text: 'sign' },
    { step: 3, text: 'other' },
  ]
  expect(mapExplanationsToRepairedSteps(explanations, merge.replacement)).toEqual([
    { step: 1, position: 0, text: 'sign' },
    { step: 1, position: 1, text: 'sum' },
  ])
  expect(mapExplanationsToRepairedSteps(explanations, split.replacement)).toEqual([
    { step: 1, position: 0, text: 'sign' },
    { step: 2, position: 0, text: 'sign' },
  ])
})

describe('notes on repaired steps', () => {
  const now = new Date('2026-11-22T00:00:00Z')
  const note = (step: number, overrides: Partial<StepNoteRow> = {}): StepNoteRow => ({
    annotationId: 'L',
    step,
    option: 0,
    kind: 'comment',
    text: `on ${step}`,
    dismissedAt: null,
    ...overrides,
  })
  const mapNotes = (notes: StepNoteRow[], repair = merge) =>
    mapNotesToRepairedSteps(
      notes,
      repair.replacement,
      mapOptionsToRepairedSteps([{ step: 2, option: 1, text: 'D' }], repair),
      now,
    )

  test('move with their step, and are joined if their steps are merged', () => {
    expect(mapNotes([note(3), note(2), note(1), note(0)])).toEqual([
      note(0),
      note(1, { text: 'on 1\n\non 2' }),
      note(2, { text: 'on 3' }),
    ])
    expect(mapNotes([note(1), note(2)], split)).toEqual([note(1), note(3, { text: 'on 2' })])
  })

  test('are not joined across annotators, kinds or options, and flags without a text stay without one', () => {
    const flag = { kind: 'flag', text: '' } as const
    expect(
      mapNotes([
        note(1),
        note(2, { annotationId: 'M' }),
        note(2, { option: 1 }),
        note(1, flag),
        note(2, flag),
      ]),
    ).toEqual([
      note(1),
      note(1, flag),
      note(1, { annotationId: 'M', text: 'on 2' }),
      note(1, { option: 1, text: 'on 2' }),
    ])
  })

  test('are closed if they report a bad split of a replaced step; other bad-split reports stay open', () => {
    const report = { kind: 'bad_split' } as const
    expect(mapNotes([note(0, report), note(2, report), note(3, report)])).toEqual([
      note(0, report),
      note(1, { ...report, text: 'on 2', dismissedAt: now }),
      note(2, { ...report, text: 'on 3' }),
    ])
  })
})
