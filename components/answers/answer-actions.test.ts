import { expect, test } from 'vitest'
import { defaultKeymap } from '@/lib/auth/keymap'
import { listAnswerActions } from './answer-actions'
import { makeAnswerShortcuts } from './answer-shortcuts'
import type { AnswerListState } from './use-answer-list'

const keys = makeAnswerShortcuts(defaultKeymap)

function listKeys(panel: AnswerListState['panel']) {
  const listState = { panel, current: {}, canWithdraw: true, verdictChanges: { canUndo: true } }
  const solutions = { key: keys.solutions, name: 'Solutions', description: '', run: () => {} }
  return listAnswerActions(listState as unknown as AnswerListState, keys, [solutions]).map(
    ({ key }) => key,
  )
}

test('while a panel other than the note is open, actions of the list have no keys, because the keys act on the panel', () => {
  expect(listKeys(null)).toEqual(['n', 'o', 'x', 'z'])
  expect(listKeys('note')).toEqual(['n', 'o', 'x', 'z'])
  expect(listKeys('solutions')).toEqual([null, null, null, 'z'])
})
