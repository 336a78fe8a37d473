import { expect, test } from 'vitest'
import {
  applyActions,
  makeMoveAction,
  makeRateAction,
  makeUndoAction,
} from '@/lib/annotations/testing/work-actions'
import { applyWorkAction } from '@/lib/annotations/work-state'
import { describeNewChange } from './screen-reader-status'

const shape = { stepCount: 3 }
const start = applyActions(shape)
const rated = applyActions(shape, makeRateAction(1))

test('announces a rating once, and not again when the current step moves', () => {
  expect(describeNewChange(start.changes, rated)).toBe('Step 1 positive.')
  const moved = applyWorkAction(rated, makeMoveAction(-1))
  expect(moved.currentTarget).not.toEqual(rated.currentTarget)
  expect(describeNewChange(rated.changes, moved)).toBe('')
})

test('announces an undo, and not the change before it', () => {
  const ratedTwice = applyActions(shape, makeRateAction(1), makeRateAction(0))
  const undone = applyWorkAction(ratedTwice, makeUndoAction)
  expect(describeNewChange(ratedTwice.changes, undone)).toBe('Undone.')
})
