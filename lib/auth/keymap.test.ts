import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  defaultKeymap,
  applyKeymapOverrides,
  punctuationKeys,
  type ShortcutAction,
  shortcutActionNames,
} from './keymap'
import {
  findKeyProblem,
  findShortcutConflict,
  allowedKeyPattern,
  listKeymapOverrides,
  makeKeymap,
  findShortcutAction,
} from './keymap-rules'

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
const digits = Array.from('0123456789')
const anyKey = fc.constantFrom(...letters, ...digits, ...punctuationKeys, 'Enter', 'Escape')
const overrides = fc.dictionary(
  fc.oneof(fc.constantFrom<string>(...shortcutActionNames), fc.string()),
  fc.oneof(anyKey, fc.string(), fc.anything()),
)

test('the API description’s key pattern accepts exactly the keys that some action can have', () => {
  fc.assert(
    fc.property(fc.oneof(anyKey, fc.string()), (key) => {
      const isAllowed = shortcutActionNames.some((action) => findKeyProblem(action, key) === null)
      expect(new RegExp(allowedKeyPattern).test(key), key).toBe(isAllowed)
    }),
  )
})

describe('makeKeymap', () => {
  it('gives every action one valid, unique key for any stored preferences', () => {
    fc.assert(
      fc.property(fc.oneof(overrides, fc.anything()), (storedKeys) => {
        const keymap = makeKeymap(storedKeys)
        expect(Object.keys(keymap).sort()).toEqual([...shortcutActionNames].sort())
        expect(findShortcutConflict(keymap)).toBe(null)
        for (const action of shortcutActionNames)
          expect(findKeyProblem(action, keymap[action])).toBe(null)
      }),
    )
  })

  it('restores a keymap from its stored differences from the defaults', () => {
    fc.assert(
      fc.property(overrides, (storedKeys) => {
        const keymap = makeKeymap(storedKeys)
        expect(makeKeymap(listKeymapOverrides(keymap))).toEqual(keymap)
      }),
    )
  })

  it('keeps valid stored shortcuts if others are invalid', () => {
    expect(makeKeymap({ undo: 'y', flag: 'Escape', unknownAction: 'v' })).toEqual({
      ...defaultKeymap,
      undo: 'y',
    })
  })

  it.each([
    ['on the same new key', { undo: 'y', flag: 'y' }],
    ['on the key that starts another shortcut', { undo: 'k' }],
    ['in a chain, where one fallback needs the key of the next', { undo: 'k', raw: 'z' }],
  ])('falls back to the defaults for two actions %s', (_, storedKeys) => {
    expect(makeKeymap(storedKeys)).toEqual(defaultKeymap)
  })

  it('lets two actions swap their keys', () => {
    const swapped = makeKeymap({ undo: 'x', badSplit: 'z' })
    expect(swapped).toMatchObject({ undo: 'x', badSplit: 'z' })
    expect(findShortcutAction(swapped, 'z')).toBe('badSplit')
  })

  it.each([null, 7, 'undo', [], { undo: null }, { undo: { key: 'y' } }])(
    'returns the default keys if the stored preferences are %j',
    (stored) => {
      expect(makeKeymap(stored)).toEqual(defaultKeymap)
    },
  )

  it('ignores keys that stored preferences inherit from a prototype', () => {
    expect(makeKeymap(Object.create({ undo: 'y' }))).toEqual(defaultKeymap)
    expect(makeKeymap(JSON.parse('{"__proto__": {"undo": "y"}}'))).toEqual(defaultKeymap)
  })
})

describe('findKeyProblem', () => {
  const listAllowedKeys = (action: ShortcutAction) =>
    [...letters, ...digits, ...punctuationKeys, 'Enter'].filter(
      (key) => findKeyProblem(action, key) === null,
    )

  it('allows letters, punctuation and the first three digits for ratings', () => {
    expect(listAllowedKeys('ratePositive')).toEqual([...letters, '1', '2', '3', ...punctuationKeys])
  })

  it('allows letters and punctuation for other actions', () => {
    expect(listAllowedKeys('choose')).toEqual([...letters, ...punctuationKeys])
  })

  it('allows Enter or a letter for submit', () => {
    expect(listAllowedKeys('submit')).toEqual([...letters, 'Enter'])
  })

  it('says for every digit that a rating cannot use which digits it can use', () => {
    const problems = ['0', '4', '9'].map((key) => findKeyProblem('ratePositive', key))
    expect(new Set(problems)).toEqual(
      new Set(['Digits are reserved for lists. Only the three ratings can use 1, 2 or 3.']),
    )
  })

  it.each(['Escape', 'Tab', ' ', 'ArrowUp', 'F1', 'Z', 'é', 'я', '', 'zz', '#'])(
    'rejects %j as the key of any action',
    (key) => {
      for (const action of shortcutActionNames) expect(findKeyProblem(action, key)).not.toBe(null)
    },
  )
})

it('every default key is valid, and no two default keys conflict', () => {
  expect(findShortcutConflict(defaultKeymap)).toBe(null)
  for (const action of shortcutActionNames)
    expect(findKeyProblem(action, defaultKeymap[action])).toBe(null)
  expect(listKeymapOverrides(defaultKeymap)).toEqual({})
})

it('findShortcutConflict returns the key and both actions', () => {
  expect(findShortcutConflict(applyKeymapOverrides({ flag: 'k' }))).toEqual({
    key: 'k',
    actions: ['previous', 'flag'],
  })
})
