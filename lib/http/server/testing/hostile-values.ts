import fc from 'fast-check'
import { anyCharacter } from '@/lib/platform/testing/any-character'

/** Values that an attacker sends, but no form or script. */
export const hostileValues: readonly unknown[] = [
  null,
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'x\uDFFF',
  '\u202Eabc',
  "' or 1=1 --",
  '"; drop table app_user; --',
  '$1',
  '%',
  '_%\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '{}',
  'null',
  'NaN',
  '1e400',
  '0x10',
  '-1',
  '99999999999999999999',
  '2026-99-99T99:99:99Z',
  '0000-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  true,
  [],
  [[]],
  [null],
  {},
  { $ne: null },
  { $gt: '' },
  { not: '' },
  { in: [] },
  { set: 1 },
  { increment: 1 },
  { connect: { id: '1' } },
  { toString: 'x' },
  { length: 1e9 },
]

const longText = 'a'.repeat(1024 * 1024)
const deepValue: unknown = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000))

/** Long and deep values are rare: they take most of the time. */
export const anyHostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 10, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 10, arbitrary: fc.double() },
  { weight: 10, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(longText, deepValue) },
)

/** Keys that an attacker adds. Few schemas have any of them. */
export const anyHostileKey = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'id', 'projectId'],
  ...['userId', 'isInstanceAdmin', 'role', 'where', '$where', '', '\0', 'x'],
)
