import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { escapeNonLatin1 } from './escape-non-latin1'

const runEscaped = (source: string): unknown => {
  const escaped = escapeNonLatin1(source)
  expect(escaped).toMatch(/^[\0-\xff]*$/)
  return runInNewContext(escaped)
}

test('escaped sources have the same values', () => {
  const sources = [
    '"é… 😀"',
    '`${1}–${"\\\\…"}`',
    String.raw`"\…\\…\\\…"`,
    '/[–-—]/.test("—")',
    '/^[😀-😂]$/u.test("😁") + " " + /^\\p{L}$/u.test("α")',
    'const α = 1; α + 1',
    '"a\u2028b"',
    'String.raw`\\frac “😀” ${1}é` + `…`',
  ]
  for (const source of sources) expect(runEscaped(source)).toEqual(runInNewContext(source))
})

test('a raw template whose characters can’t be escaped is an error', () => {
  expect(() => escapeNonLatin1('String.raw`\\…`')).toThrow('can’t be escaped here')
  expect(() => escapeNonLatin1('String.raw`${f("…")}`')).toThrow('can’t be escaped here')
})

test('rejects a raw template in a substitution of another, and skips escaped backticks', () => {
  expect(() => escapeNonLatin1('String.raw`${`x`} ’`')).toThrow(/can’t be escaped here/)
  expect(escapeNonLatin1('String.raw`a \\` ’`')).toBe('String.raw`a \\` ${"\\u2019"}`')
})
