import { expect, test } from 'vitest'
import {
  createStateAfterActions,
  makeMoveAction,
  makeRateAction,
  makeStepTarget,
  undoAction,
} from '@/lib/annotations/testing/work-actions'
import { applyWorkAction, type WorkAction, type WorkState } from '@/lib/annotations/work-state'
import { describeNewChange } from './screen-reader-status'

/** What is announced of the changes by each of the actions, one after the other. */
function announce(start: WorkState, ...actions: WorkAction[]): string[] {
  let announcement = { state: start, changeText: '' }
  return actions.map((action) => {
    const state = applyWorkAction(announcement.state, action)
    announcement = { state, changeText: describeNewChange(announcement, state) }
    return announcement.changeText
  })
}

const start = createStateAfterActions({ stepCount: 3 })

test('announces a rating once, and not again when the current step moves', () => {
  expect(announce(start, makeRateAction(1), makeMoveAction(-1))).toEqual(['Step 1 positive.', ''])
})

test('announces an undo, and not the change before it', () => {
  const texts = announce(start, makeRateAction(1), makeRateAction(0), undoAction)
  expect(texts.at(-1)).toBe('Undone.')
})

test('keeps the announcement of the first error when its options arrive', () => {
  const unrevealed = createStateAfterActions({ stepCount: 3, revealed: [] })
  const reveal: WorkAction = { type: 'reveal', shape: { ...unrevealed.shape, revealed: [0] } }
  const texts = announce(unrevealed, makeRateAction(-1), reveal)
  expect(texts[0]).toBe('Step 1 negative. This is the first error.')
  expect(texts[1]).toBe(texts[0])
})

test('announces no undo when other work replaces the changes', () => {
  const rated = createStateAfterActions({ stepCount: 3 }, makeRateAction(1))
  expect(describeNewChange({ state: rated, changeText: 'Step 1 positive.' }, start)).toBe('')
})

test('announces ratings when the undo history is full', () => {
  const actions = Array.from({ length: 502 }, (_, i) =>
    makeRateAction(i % 2 ? 1 : 0, makeStepTarget(0)),
  )
  const texts = announce(start, ...actions, undoAction)
  expect(texts.slice(-3)).toEqual(['Step 1 neutral.', 'Step 1 positive.', 'Undone.'])
})
