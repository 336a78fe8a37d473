import { expect, it, test } from 'vitest'
import { readPressedKey } from './read-pressed-key'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  readPressedKey({
    ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...{ isComposing: false },
    ...more,
  } as KeyboardEvent)

test.each(['y', '3', 'Enter', '?'])('accepts %s as a shortcut', (key) => {
  expect(press(key)).toEqual({ kind: 'key', key })
})

it('reads a capital as its lower-case letter, and a non-Latin letter by its physical key', () => {
  expect(press('Y', { shiftKey: true })).toEqual({ kind: 'key', key: 'y' })
  expect(press('н', { code: 'KeyY' })).toEqual({ kind: 'key', key: 'y' })
})

test.each(['Tab', 'Shift', 'F5', 'Unidentified'])('leaves %s to the browser', (key) => {
  expect(press(key)).toEqual({ kind: 'pass' })
})

it('ignores keys pressed with a modifier', () => {
  expect(press('r', { ctrlKey: true })).toEqual({ kind: 'pass' })
  expect(press('y', { isComposing: true })).toEqual({ kind: 'pass' })
})

it('Escape cancels the key change, and keys that can’t be shortcuts are ignored', () => {
  expect(press('Escape')).toEqual({ kind: 'leave' })
  expect(press(' ')).toEqual({ kind: 'none' })
  expect(press('ArrowUp')).toEqual({ kind: 'none' })
})
