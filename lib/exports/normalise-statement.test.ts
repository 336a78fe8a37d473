import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseStatement } from './normalise-statement'

const anyGap = fc
  .array(
    fc.constantFrom(' ', '\t', '\n', '\r\n', '\u00a0', '\u2003', '\u3000', '\u2028', '\ufeff'),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((spaces) => spaces.join(''))
const anyWord = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((text) => !/[\s\u0085]/u.test(text))

test('normalising a statement removes differences in white space and Unicode composition', () => {
  expect(normaliseStatement('  What is\n\n$1 + 1$?\u00a0')).toBe('What is $1 + 1$?')
  expect(normaliseStatement('caf\u0065\u0301')).toBe(normaliseStatement('caf\u00e9'))
  expect(normaliseStatement('\r\n\t')).toBe('')
})

test('normalising a statement keeps case, punctuation and superscripts, and whether there are spaces', () => {
  for (const similarStatement of [
    'what is $1 + 1$?',
    'What is $1+1$?',
    'What is $1 + 1$',
    'What is ¹ + 1$?',
  ])
    expect(normaliseStatement(similarStatement)).not.toBe(normaliseStatement('What is $1 + 1$?'))
})

test('normalising a statement gives the same result whatever the white space and Unicode composition, and is idempotent', () => {
  fc.assert(
    fc.property(fc.array(anyWord), fc.array(anyGap, { minLength: 100 }), (tokens, gaps) => {
      const normalised = normaliseStatement(tokens.join(' '))
      const respaced = tokens.map((text, i) => `${gaps[i % gaps.length]}${text}`).join('')
      expect(normaliseStatement(`${respaced}\n`)).toBe(normalised)
      expect(normaliseStatement(tokens.join(' ').normalize('NFD'))).toBe(normalised)
      expect(normaliseStatement(normalised)).toBe(normalised)
    }),
  )
})
