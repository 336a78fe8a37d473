import { describe, expect, test } from 'vitest'
import {
  emailField,
  nonBlankTextField,
  idField,
  nameField,
  projectSlugField,
  textField,
} from './fields'

const accepts = (field: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  field.safeParse(value).success

describe('a text field', () => {
  test('rejects NUL and unpaired surrogates', () => {
    for (const text of ['a\0b', '\0', 'a\ud83d', '\ude00\ud83d']) {
      expect(accepts(textField(10), text)).toBe(false)
      expect(accepts(nonBlankTextField(10), text)).toBe(false)
    }
    for (const text of ['', 'a\nb', '😀', '\u2028', 'e\u0301'])
      expect(accepts(textField(10), text)).toBe(true)
  })

  test('has a maximum length, and a minimum if required', () => {
    expect(accepts(textField(3), 'abcd')).toBe(false)
    for (const text of ['', ' ', '\n\t']) expect(accepts(nonBlankTextField(3), text)).toBe(false)
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
        expect(accepts(field, value)).toBe(false)
  })
})

test.each(['A', '-a', 'a-', 'a--b', 'a/b', '..', 'a b', '', 'a'.repeat(61)])(
  'rejects %j as a project slug',
  (slug) => {
    expect(accepts(projectSlugField, slug)).toBe(false)
  },
)

test('a name is one line without control characters or changes of text direction', () => {
  const field = nameField(40)
  for (const name of ['Ada', 'Zoë 👩‍💻', 'علي رضا', 'می‌خواهم', "O'Brien, A. (2)"])
    expect(accepts(field, name), name).toBe(true)
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
    expect(accepts(field, name), JSON.stringify(name)).toBe(false)
})
