import { expect, test } from 'vitest'
import { checkNewAccount, findPasswordProblem } from './check-new-account'

test('findPasswordProblem accepts only passwords of 12 to 256 characters', () => {
  expect(findPasswordProblem('')).toMatch(/^Enter a password/)
  expect(findPasswordProblem('a'.repeat(11))).toMatch(/This password has 11/)
  expect(findPasswordProblem(' '.repeat(12))).toBeUndefined()
  expect(findPasswordProblem('a'.repeat(256))).toBeUndefined()
  expect(findPasswordProblem('a'.repeat(257))).toMatch(/Use at most/)
})

test('checkNewAccount requires an email address and a name', () => {
  const account = { email: 'ada@example.org', name: 'Ada', password: 'a password of mine' }
  expect(Object.values(checkNewAccount(account)).filter(Boolean)).toEqual([])
  expect(checkNewAccount({ ...account, email: 'ada', name: '' })).toMatchObject({
    email: 'Enter your email address.',
    name: 'Enter your name.',
  })
})
