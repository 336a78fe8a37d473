import { expect, test } from 'vitest'
import { shortcutActionNames } from '@/lib/auth/keymap'
import { listUsableActions } from './use-annotation-shortcuts'

const listUnusable = (shape: Parameters<typeof listUsableActions>[0]) => {
  const usableActions = listUsableActions(shape)
  return shortcutActionNames.filter((action) => !usableActions.includes(action))
}

test('the list of shortcuts omits choosing an option and writing an explanation if the project has neither', () => {
  expect(listUnusable({ flow: 'step_choice', asksExplanation: false })).toEqual([])
  expect(listUnusable({ flow: 'solution', asksExplanation: true })).toEqual(['choose'])
  expect(listUnusable({ flow: 'solution', asksExplanation: false })).toEqual(['choose', 'write'])
})
