import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultKeymap, shortcutActionNames } from '@/lib/auth/keymap'
import { findKeyProblem, findShortcutConflict, makeKeymap } from '@/lib/auth/keymap-rules'
import { assignKey } from './assign-key'

it('assignKey moves an action to an unused key', () => {
  expect(assignKey(defaultKeymap, 'undo', 'y')).toEqual({
    kind: 'moved',
    keymap: { ...defaultKeymap, undo: 'y' },
  })
})

it('assignKey changes nothing if the action already has the key', () => {
  expect(assignKey(defaultKeymap, 'undo', 'z')).toEqual({ kind: 'moved', keymap: defaultKeymap })
})

it('assignKey offers a swap with the action that uses the key', () => {
  expect(assignKey(defaultKeymap, 'undo', 'k')).toMatchObject({
    kind: 'taken',
    swappedKeymap: { ...defaultKeymap, undo: 'k', previous: 'z' },
  })
})

it('assignKey offers no swap that would give the other action an invalid key', () => {
  const move = assignKey(defaultKeymap, 'ratePositive', 'k')
  expect(move).toMatchObject({ kind: 'taken', swappedKeymap: null })
  expect(move.kind === 'taken' && move.message).toContain('Change that shortcut first.')
})

it('assignKey explains why a key is not allowed', () => {
  expect(assignKey(defaultKeymap, 'undo', 'Enter')).toEqual({
    kind: 'refused',
    message: 'Enter is reserved for Submit.',
  })
})

it('no sequence of moves and swaps leads to a conflict or an invalid key', () => {
  const keys = Array.from('abcdefghijklmnopqrstuvwxyz0123456789?,.;/-=').concat('Enter', 'Escape')
  const moves = fc.array(
    fc.tuple(fc.constantFrom(...shortcutActionNames), fc.constantFrom(...keys)),
  )
  fc.assert(
    fc.property(moves, (list) => {
      let keymap = defaultKeymap
      for (const [action, key] of list) {
        const move = assignKey(keymap, action, key)
        if (move.kind === 'moved') keymap = move.keymap
        if (move.kind === 'taken' && move.swappedKeymap) keymap = move.swappedKeymap
        expect(findShortcutConflict(keymap)).toBe(null)
        for (const each of shortcutActionNames)
          expect(findKeyProblem(each, keymap[each])).toBe(null)
      }
      expect(makeKeymap(keymap)).toEqual(keymap)
    }),
  )
  expect(defaultKeymap.undo).toBe('z')
})
