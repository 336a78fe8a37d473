import { expect, it, test } from 'vitest'
import type { KeyPress } from '@/lib/client/shortcuts'
import { readPressedKey } from './read-pressed-key'

const press = (key: string, overrides: Partial<KeyPress> = {}) =>
  readPressedKey({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    ...overrides,
  } as KeyboardEvent)

test.each(['y', '3', 'Enter', '?'])('readPressedKey accepts %s as a shortcut', (key) => {
  expect(press(key)).toEqual({ kind: 'key', key })
})

it('readPressedKey reads a capital as its lower-case letter, and a non-Latin letter by its physical key', () => {
  expect(press('Y', { shiftKey: true })).toEqual({ kind: 'key', key: 'y' })
  expect(press('н', { code: 'KeyY' })).toEqual({ kind: 'key', key: 'y' })
})

test.each(['Tab', 'Shift', 'F5', 'Unidentified'])(
  'readPressedKey leaves %s to the browser',
  (key) => {
    expect(press(key)).toEqual({ kind: 'pass' })
  },
)

it('readPressedKey leaves keys with a modifier, and keys of an input method, to the browser', () => {
  expect(press('r', { ctrlKey: true })).toEqual({ kind: 'pass' })
  expect(press('y', { isComposing: true })).toEqual({ kind: 'pass' })
  expect(press('y', { keyCode: 229 })).toEqual({ kind: 'pass' })
})

it('readPressedKey reads Escape as cancel, and keys that cannot be shortcuts as unusable', () => {
  expect(press('Escape')).toEqual({ kind: 'cancel' })
  expect(press(' ')).toEqual({ kind: 'unusable' })
  expect(press('ArrowUp')).toEqual({ kind: 'unusable' })
})
