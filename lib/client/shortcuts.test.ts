import { describe, expect, it } from 'vitest'
import { readShortcutKey, type KeyPress } from './shortcuts'

/** An element that matches where one of its selectors is asked for. */
const inside = (...selectors: string[]) =>
  ({
    closest: (list: string) => selectors.some((selector) => list.includes(selector)),
  }) as unknown as EventTarget

const press = (key: string, more: Partial<KeyPress> = {}) =>
  readShortcutKey({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    target: null,
    ...more,
  })

describe('readShortcutKey', () => {
  it.each(['1', 'z', 'Enter', 'Escape', '?'])('reads the key %s', (key) => {
    expect(press(key)).toBe(key)
  })

  it('reads letters with caps lock, but not with Shift', () => {
    expect(press('Z')).toBe('z')
    expect(press('Z', { shiftKey: true })).toBe(null)
    expect(press('?', { shiftKey: true })).toBe('?')
  })

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const)(
    'ignores a key pressed with %s',
    (modifier) => {
      expect(press('1', { [modifier]: true })).toBe(null)
    },
  )

  it.each(['textarea', 'select', '[role=menu]', '[contenteditable]'])(
    'ignores a key pressed inside %s',
    (selector) => {
      expect(press('g', { target: inside(selector) })).toBe(null)
    },
  )

  it('leaves Enter to a focused button or link', () => {
    expect(press('Enter', { target: inside('a[href]') })).toBe(null)
    expect(press('1', { target: inside('a[href]') })).toBe('1')
  })

  it('reads the physical key if the keyboard layout types no Latin letter or digit', () => {
    expect(press('я', { code: 'KeyZ' })).toBe('z')
    expect(press('&', { code: 'Digit1' })).toBe('1')
    expect(press('w', { code: 'KeyZ' })).toBe('w')
    expect(press(';', { code: 'KeyZ' })).toBe(';')
    expect(press('ArrowUp', { code: 'ArrowUp' })).toBe(null)
  })
})
