import { expect, test } from 'vitest'
import { describeTotpRequirement } from './describe-totp-requirement'

const methods = { provider: null, hasPasswords: true, codesRequiredOf: 'admins' } as const
const byProvider = { ...methods, provider: 'Example ID' }

test('names who needs a second factor, and mentions the sign-in provider only if there is one', () => {
  expect(describeTotpRequirement(methods)).toMatch(
    /^This server requires a second factor for admins\. Turn on codes below/,
  )
  expect(describeTotpRequirement({ ...methods, codesRequiredOf: 'everyone' })).toMatch(
    /^This server requires a second factor\. /,
  )
  expect(describeTotpRequirement(methods)).not.toContain('null')
  expect(describeTotpRequirement(byProvider)).toContain(
    'A second factor at Example ID also counts.',
  )
})

test('does not mention two-factor codes if password sign-in is off, since no one can turn them on', () => {
  const text = describeTotpRequirement({ ...byProvider, hasPasswords: false })
  expect(text).toContain('Set one up at Example ID, then sign out and sign in again.')
  expect(text).not.toMatch(/codes/i)
})
