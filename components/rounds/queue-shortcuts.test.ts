import { expect, test } from 'vitest'
import { makeQueueShortcuts } from './queue-shortcuts'

test('disables the exclude shortcut if the user moves with x', () => {
  expect(makeQueueShortcuts({ previous: 'k', next: 'j' }).exclude).toBe('x')
  expect(makeQueueShortcuts({ previous: 'k', next: 'x' }).exclude).toBeNull()
})
