import { expect, it, test } from 'vitest'
import { readKey } from './read-key'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  readKey({
    ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...{ isComposing: false },
    ...more,
  } as KeyboardEvent)

test.each(['y', '3', 'Enter', '?'])('%s is a key to be set', (key) => {
  expect(press(key)).toEqual({ kind: 'key', key })
})

it('takes a capital for its letter, and the place of a key where there are no Latin letters', () => {
  expect(press('Y', { shiftKey: true })).toEqual({ kind: 'key', key: 'y' })
  expect(press('н', { code: 'KeyY' })).toEqual({ kind: 'key', key: 'y' })
})

test.each(['Tab', 'Shift', 'F5', 'Unidentified'])('%s is left to the browser', (key) => {
  expect(press(key)).toEqual({ kind: 'pass' })
})

it('leaves what a modifier makes of a key', () => {
  expect(press('r', { ctrlKey: true })).toEqual({ kind: 'pass' })
  expect(press('y', { isComposing: true })).toEqual({ kind: 'pass' })
})

it('leaves with Escape, and knows what is no key', () => {
  expect(press('Escape')).toEqual({ kind: 'leave' })
  expect(press(' ')).toEqual({ kind: 'none' })
  expect(press('ArrowUp')).toEqual({ kind: 'none' })
})
