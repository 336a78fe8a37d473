import { expect, test } from 'vitest'
import { describeDemand } from './describe-demand'

const ways = { provider: null, hasPasswords: true, codesRequiredOf: 'admins' } as const
const byProvider = { ...ways, provider: 'Example ID' }

test('says of whom it is asked, and nothing of a provider where there is none', () => {
  expect(describeDemand(ways)).toMatch(/^You are an admin, .* Switch codes on below/)
  expect(describeDemand({ ...ways, codesRequiredOf: 'everybody' })).toMatch(/^Everybody signs in /)
  expect(describeDemand(ways)).not.toContain('null')
  expect(describeDemand(byProvider)).toContain('at Example ID will do as well')
})

test('names no codes where nobody can switch them on', () => {
  const words = describeDemand({ ...byProvider, hasPasswords: false })
  expect(words).toContain('Set one up at Example ID, sign out, and sign in anew')
  expect(words).not.toMatch(/codes/i)
})
