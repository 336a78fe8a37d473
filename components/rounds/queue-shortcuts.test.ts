import { expect, test } from 'vitest'
import { makeQueueShortcuts } from './queue-shortcuts'

test('the exclude shortcut (x) is removed if the user has assigned x to moving between rows', () => {
  expect(makeQueueShortcuts({ previous: 'k', next: 'j' }).exclude).toBe('x')
  expect(makeQueueShortcuts({ previous: 'k', next: 'x' }).exclude).toBeNull()
})
