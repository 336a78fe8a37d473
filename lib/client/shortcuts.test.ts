import { describe, expect, it, vi } from 'vitest'
import { listenForShortcuts, readShortcutKey, type KeyPress } from './shortcuts'

/** An element for which `closest` matches any list that contains one of these selectors. */
const makeElement = (...selectors: string[]) =>
  ({
    closest: (list: string) => selectors.some((selector) => list.includes(selector)),
  }) as unknown as EventTarget

const readKey = (key: string, more: Partial<KeyPress> = {}) =>
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
    expect(readKey(key)).toBe(key)
  })

  it('reads letters with caps lock, but not with Shift', () => {
    expect(readKey('Z')).toBe('z')
    expect(readKey('Z', { shiftKey: true })).toBe(null)
    expect(readKey('?', { shiftKey: true })).toBe('?')
  })

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const)(
    'ignores a key pressed with %s',
    (modifier) => {
      expect(readKey('1', { [modifier]: true })).toBe(null)
    },
  )

  it('ignores the Enter with which Safari ends a composition', () => {
    expect(readKey('Enter', { keyCode: 229 })).toBe(null)
  })

  it.each(['textarea', 'select', '[role=menu]', '[contenteditable]'])(
    'ignores a key pressed inside %s',
    (selector) => {
      expect(readKey('g', { target: makeElement(selector) })).toBe(null)
    },
  )

  it('leaves Enter to a focused button or link', () => {
    expect(readKey('Enter', { target: makeElement('a[href]') })).toBe(null)
    expect(readKey('1', { target: makeElement('a[href]') })).toBe('1')
  })

  it('reads the physical key if the keyboard layout types no Latin letter or digit', () => {
    expect(readKey('я', { code: 'KeyZ' })).toBe('z')
    expect(readKey('&', { code: 'Digit1' })).toBe('1')
    expect(readKey('w', { code: 'KeyZ' })).toBe('w')
    expect(readKey(';', { code: 'KeyZ' })).toBe(';')
    expect(readKey('ArrowUp', { code: 'ArrowUp' })).toBe(null)
  })
})

describe('listenForShortcuts', () => {
  it('runs a shortcut although a radio button prevents Enter from pressing it', () => {
    const submit = vi.fn<() => void>()
    /** Presses Enter, which an earlier listener prevents, on an element that matches only this selector. */
    const pressPreventedEnter = (selector: string) => {
      const target = Object.assign(new EventTarget(), {
        closest: (list: string) => list === selector,
      })
      vi.stubGlobal('document', target)
      target.addEventListener('keydown', (event) => event.preventDefault())
      const stop = listenForShortcuts(() => ({ Enter: submit }))
      target.dispatchEvent(
        Object.assign(new Event('keydown', { cancelable: true }), { key: 'Enter' }),
      )
      stop()
      vi.unstubAllGlobals()
    }
    pressPreventedEnter('[role=listitem]')
    expect(submit).not.toHaveBeenCalled()
    pressPreventedEnter('[role=radio]')
    expect(submit).toHaveBeenCalledOnce()
  })
})
