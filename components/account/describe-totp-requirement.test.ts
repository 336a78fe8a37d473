import { expect, test } from 'vitest'
import { describeTotpRequirement } from './describe-totp-requirement'

const methods = { provider: null, hasPasswords: true, totpRequiredOf: 'admins' } as const
const methodsWithProvider = { ...methods, provider: 'Example ID' }

test('the two-factor requirement names the roles that need a second factor, and the sign-in provider if there is one', () => {
  expect(describeTotpRequirement(methods)).toMatch(
    /^This server requires a second factor for admins\. Turn on codes below/,
  )
  expect(describeTotpRequirement({ ...methods, totpRequiredOf: 'everyone' })).toMatch(
    /^This server requires a second factor\. /,
  )
  expect(describeTotpRequirement(methods)).not.toContain('null')
  expect(describeTotpRequirement(methodsWithProvider)).toContain(
    'A second factor at Example ID also counts.',
  )
})

test('the two-factor requirement does not mention codes if password sign-in is off', () => {
  const text = describeTotpRequirement({ ...methodsWithProvider, hasPasswords: false })
  expect(text).toContain('Set one up at Example ID, then sign out and sign in again.')
  expect(text).not.toMatch(/codes/i)
})
