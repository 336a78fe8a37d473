import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRangeHeader } from './byte-range'

test.each([
  ['bytes=0-0', { from: 0, to: 1 }],
  ['bytes=2-5', { from: 2, to: 6 }],
  ['bytes=2-', { from: 2, to: 10 }],
  ['bytes=9-', { from: 9, to: 10 }],
  ['bytes=-3', { from: 7, to: 10 }],
  ['bytes=-30', { from: 0, to: 10 }],
  ['bytes=5-99999999999999999999', { from: 5, to: 10 }],
  [' BYTES = 2 - 5 ', { from: 2, to: 6 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=99-100', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [null, 'whole'],
  ['', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=5-2', 'whole'],
  ['bytes=99-2', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=1.5-2', 'whole'],
  ['bytes=--1', 'whole'],
  ['lines=0-1', 'whole'],
] as const)('reads the Range header %j as %j for a file of 10 bytes', (header, expected) => {
  expect(parseRangeHeader(header, 10)).toEqual(expected)
})

test('gives no byte range for an empty file', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
    expect(parseRangeHeader(header, 0)).toBe('unsatisfiable')
})

test('gives only non-empty byte ranges within the file, for any header', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
        fc.nat().map((n) => `bytes=-${n}`),
      ),
      fc.nat(),
      (header, bytes) => {
        const range = parseRangeHeader(header, bytes)
        if (typeof range === 'string') return
        expect(0 <= range.from && range.from < range.to && range.to <= bytes).toBe(true)
      },
    ),
  ))
