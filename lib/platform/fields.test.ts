import { describe, expect, test } from 'vitest'
import {
  emailField,
  hasOrderedDays,
  hasOrderedInstants,
  nonBlankTextField,
  idField,
  nameField,
  projectSlugField,
  textField,
} from './fields'

const isAccepted = (field: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  field.safeParse(value).success

describe('a text field', () => {
  test('rejects NUL and unpaired surrogates', () => {
    for (const text of ['a\0b', '\0', 'a\ud83d', '\ude00\ud83d']) {
      expect(isAccepted(textField(10), text)).toBe(false)
      expect(isAccepted(nonBlankTextField(10), text)).toBe(false)
    }
    for (const text of ['', 'a\nb', '😀', '\u2028', 'e\u0301'])
      expect(isAccepted(textField(10), text)).toBe(true)
  })

  test('has a maximum length, and is not blank if required', () => {
    expect(isAccepted(textField(3), 'abcd')).toBe(false)
    for (const text of ['', ' ', '\n\t']) expect(isAccepted(nonBlankTextField(3), text)).toBe(false)
  })

  test('rejects objects, lists, numbers and null', () => {
    for (const value of [{ not: '' }, { contains: 'a' }, ['a'], 1, true, null, undefined])
      for (const field of [
        textField(10),
        nonBlankTextField(10),
        projectSlugField,
        emailField,
        idField,
      ])
        expect(isAccepted(field, value)).toBe(false)
  })
})

test.each(['A', '-a', 'a-', 'a--b', 'a/b', '..', 'a b', '', 'a'.repeat(61)])(
  'rejects %j as a project slug',
  (slug) => {
    expect(isAccepted(projectSlugField, slug)).toBe(false)
  },
)

test('a range of days may end on its first day or be open, but not end before it begins', () => {
  const [from, to] = ['2026-02-28', '2026-03-01']
  for (const range of [{}, { from }, { to }, { from, to }, { from, to: from }])
    expect(hasOrderedDays(range), JSON.stringify(range)).toBe(true)
  expect(hasOrderedDays({ from: to, to: from })).toBe(false)
})

test('a range of instants that excludes its end must end after it begins, in any zone', () => {
  const from = '2026-03-01T01:00:00+02:00'
  expect(hasOrderedInstants({ from })).toBe(true)
  expect(hasOrderedInstants({ from, until: '2026-02-28T23:00:01Z' })).toBe(true)
  expect(hasOrderedInstants({ from, until: '2026-02-28T23:00:00Z' })).toBe(false)
})

test('a name is one line without control characters or changes of text direction', () => {
  const field = nameField(40)
  for (const name of ['Ada', 'Zoë 👩‍💻', 'علي رضا', 'می‌خواهم', "O'Brien, A. (2)"])
    expect(isAccepted(field, name), name).toBe(true)
  for (const name of [
    '',
    ' ',
    'a\nb',
    'a\tb',
    'a\u0007',
    'a\u2028b',
    '\u202Egnp.exe',
    'a\u2066b',
    '\u200fa',
  ])
    expect(isAccepted(field, name), JSON.stringify(name)).toBe(false)
})
