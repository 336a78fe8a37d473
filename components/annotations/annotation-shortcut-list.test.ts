import { expect, test } from 'vitest'
import { shortcutActionNames } from '@/lib/auth/keymap'
import { formatAction, listUsableActions } from './annotation-shortcut-list'

const listUnusable = (shape: Parameters<typeof listUsableActions>[0], canSkip = true) => {
  const usableActions = listUsableActions(shape, canSkip)
  return shortcutActionNames.filter((action) => !usableActions.includes(action))
}

test('the list of shortcuts omits choosing an option and writing an explanation if the project has neither', () => {
  expect(listUnusable({ flow: 'step_choice', asksExplanation: false })).toEqual([])
  expect(listUnusable({ flow: 'solution', asksExplanation: true })).toEqual(['choose'])
  expect(listUnusable({ flow: 'solution', asksExplanation: false })).toEqual(['choose', 'write'])
})

test('the list of shortcuts omits skipping what can’t be skipped', () => {
  expect(listUnusable({ flow: 'step_choice', asksExplanation: true }, false)).toEqual(['skip'])
})

test('the list of shortcuts offers to reopen the last submission only where that is possible', () => {
  const describeUndo = (canReopen: boolean) => formatAction('undo', { flow: 'solution' }, canReopen)
  expect(describeUndo(true)).toBe('undo, or reopen your last submission')
  // In screenings and in practice.
  expect(describeUndo(false)).toBe('undo')
})
