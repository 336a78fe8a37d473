import type * as argon2 from '@node-rs/argon2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { passwordMaxLength } from '../password-length'
import { checkCredentials } from './check-credentials'

const calls = vi.hoisted(() => ({ verified: [] as string[] }))

// Counts the real calls, because timing is unreliable on a busy machine.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof argon2>()
  const verify: typeof real.verify = (hash, ...credentials) => {
    calls.verified.push(String(hash).split('$').slice(1, 4).join('$'))
    return real.verify(hash, ...credentials)
  }
  return { ...real, verify }
})

useTestDatabase()

beforeEach(() => {
  calls.verified = []
})

const cost = 'argon2id$v=19$m=19456,t=2,p=1'

async function makeAttempts() {
  const [knownPerson, disabled, coded] = [
    await makePerson(),
    await makePerson(),
    await makePerson(),
  ]
  await getDatabase()
    .$executeRaw`update app_user set disabled_at = now() where id = ${disabled.userId}::uuid`
  await getDatabase().$executeRaw`
    insert into totp (user_id, sealed_secret, confirmed_at) values (${coded.userId}::uuid, 'x', now())`
  const wrongPassword = 'a wrong password'
  return {
    'the wrong password': { email: knownPerson.email, password: wrongPassword },
    'no account': { email: 'nobody@example.org', password: testPassword },
    'a disabled account, the correct password': { email: disabled.email, password: testPassword },
    'a disabled account, a wrong password': { email: disabled.email, password: wrongPassword },
    'an account with codes': { email: coded.email, password: wrongPassword, code: '123456' },
    'a password longer than any': {
      email: knownPerson.email,
      password: 'p'.repeat(passwordMaxLength + 1),
    },
    'an address longer than any': {
      email: `${'e'.repeat(260)}@example.org`,
      password: testPassword,
    },
    'no address': { email: '', password: '' },
  }
}

describe('a rejected sign-in attempt', () => {
  test('verifies one password hash at full cost, whether the account exists or not', async () => {
    const attempts = await makeAttempts()
    for (const [attemptName, attempt] of Object.entries(attempts)) {
      calls.verified = []
      expect(await checkCredentials(attempt, `for ${attemptName}`), attemptName).toEqual({
        kind: 'refused',
      })
      expect(calls.verified, attemptName).toEqual([cost])
    }
  })

  test('verifies no password hash past the limit of attempts', async () => {
    const { email } = await makePerson()
    for (let i = 0; i < 10; i++) await checkCredentials({ email, password: 'wrong' }, `a${i}`)
    calls.verified = []
    expect(await checkCredentials({ email, password: testPassword }, 'b')).toMatchObject({
      kind: 'rate_limited',
    })
    expect(calls.verified).toEqual([])
  })
})

test('a successful sign-in verifies one password hash at full cost, like a rejected one', async () => {
  const { email } = await makePerson()
  expect(await checkCredentials({ email, password: testPassword }, 'c')).toMatchObject({
    kind: 'signed_in',
  })
  expect(calls.verified).toEqual([cost])
})
