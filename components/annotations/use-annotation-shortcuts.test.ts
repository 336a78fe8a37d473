import { expect, test } from 'vitest'
import { shortcutActionNames } from '@/lib/auth/keymap'
import { listUsableActions } from './use-annotation-shortcuts'

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
