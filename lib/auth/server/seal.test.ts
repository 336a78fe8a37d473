import { beforeEach, expect, test } from 'vitest'
import { seal, unseal } from './seal'

const secrets = [
  'the first secret, long enough to be one, of an installation',
  'another secret, long enough to be one, of an installation',
] as const

beforeEach(() => {
  process.env.DATABASE_URL = 'postgresql://stepmark@127.0.0.1/stepmark'
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = secrets[0]
})

test('what was sealed opens for its owner and purpose, and for nothing else', () => {
  const sealed = seal('GEZDGNBVGY3TQOJQ', 'totp', 'ada')
  expect(unseal(sealed, 'totp', 'ada')).toBe('GEZDGNBVGY3TQOJQ')
  expect(unseal(sealed, 'totp', 'mei')).toBeNull()
  expect(unseal(sealed, 'other', 'ada')).toBeNull()
  process.env.NEXTAUTH_SECRET = secrets[1]
  expect(unseal(sealed, 'totp', 'ada')).toBeNull()
})

test('it does not show what it holds, is never the same twice, and notices a changed or cut byte', () => {
  const sealed = seal('GEZDGNBVGY3TQOJQ', 'totp', 'ada')
  expect(Buffer.from(sealed).includes('GEZDGNBVGY3TQOJQ')).toBe(false)
  expect(seal('GEZDGNBVGY3TQOJQ', 'totp', 'ada')).not.toEqual(sealed)
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice()
    changed[at]! ^= 1
    expect(unseal(changed, 'totp', 'ada')).toBeNull()
    expect(unseal(sealed.subarray(0, at), 'totp', 'ada')).toBeNull()
  }
})
