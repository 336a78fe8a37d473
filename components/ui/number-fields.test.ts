import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPercentage, readPercentage, readUnlessEmpty, readWholeNumber } from './number-fields'

test('reads any whole number in the range, with or without thousands separators', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (value) => {
      const range = { min: 0, max: 2_147_483_647 }
      expect(readWholeNumber(String(value), range)).toEqual({ value })
      expect(readWholeNumber(` ${value.toLocaleString('en-GB')} `, range)).toEqual({ value })
    }),
  ))

test.each(['', 'x', '0', '-1', '1.5', '1e3', '1,5', '1,00', ',5', '1001', '99999999999'])(
  'rejects %j where a whole number from 1 to 1,000 is expected',
  (text) => {
    expect(readWholeNumber(text, { max: 1_000 })).toEqual({
      error: 'Enter a whole number from 1 to 1,000.',
    })
  },
)

test('reads any percentage that it formats as the same share', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
      const value = hundredths / 10_000
      const text = formatPercentage(value)
      for (const variant of [text, ` ${text} %`, text.replace('.', ',')])
        expect(readPercentage(variant, { max: 100, maxDecimals: 2 })).toEqual({ value })
    }),
  ))

test.each(['', 'x', '0', '51', '5 % %', '1.234', '-1', '1e1'])(
  'rejects %j where a percentage from 1 to 50 with at most two decimals is expected',
  (text) => {
    expect(readPercentage(text, { min: 1, max: 50, maxDecimals: 2 })).toEqual({
      error: 'Enter a percentage from 1 to 50.',
    })
  },
)

test('reads an empty optional field as null, and reports any other error', () => {
  const read = (text: string) =>
    readUnlessEmpty(text, (number) => readWholeNumber(number, { max: 9 }))
  expect(read(' ')).toEqual({ value: null })
  expect(read('9')).toEqual({ value: 9 })
  expect(read('10')).toHaveProperty('error')
})
