import { expect, it, test } from 'vitest'
import { readPressedKey } from './read-pressed-key'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  readPressedKey({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    ...more,
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

it('readPressedKey ignores keys pressed with a modifier', () => {
  expect(press('r', { ctrlKey: true })).toEqual({ kind: 'pass' })
  expect(press('y', { isComposing: true })).toEqual({ kind: 'pass' })
})

it('readPressedKey treats Escape as cancel and ignores keys that cannot be shortcuts', () => {
  expect(press('Escape')).toEqual({ kind: 'leave' })
  expect(press(' ')).toEqual({ kind: 'none' })
  expect(press('ArrowUp')).toEqual({ kind: 'none' })
})
