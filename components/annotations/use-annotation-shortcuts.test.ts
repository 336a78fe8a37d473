import { expect, test } from 'vitest'
import { shortcutActionNames } from '@/lib/auth/keymap'
import { listUsableActions } from './use-annotation-shortcuts'

const listUnusable = (shape: Parameters<typeof listUsableActions>[0]) => {
  const usable = listUsableActions(shape)
  return shortcutActionNames.filter((action) => !usable.includes(action))
}

test('the list of shortcuts leaves out choosing an option and writing where the project has neither', () => {
  expect(listUnusable({ flow: 'step_choice', asksExplanation: false })).toEqual([])
  expect(listUnusable({ flow: 'solution', asksExplanation: true })).toEqual(['choose'])
  expect(listUnusable({ flow: 'solution', asksExplanation: false })).toEqual(['choose', 'write'])
})
