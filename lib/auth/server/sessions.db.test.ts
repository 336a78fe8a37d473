import { createHash, createHmac } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { passwordMaxLength } from '../password-length'
import { checkCredentials } from './check-credentials'
import { createToken, revokeToken } from './commands'
import { replaceSession } from './replace-session'
import { findRequestActor } from './request-actor'
import { revokeSession } from './sessions'
import { maxAttemptsPerAccount, maxAttemptsPerIpAddress } from './sign-in-attempts'

useTestDatabase()

const secret = 'a secret for tests that is long enough to be one'

beforeAll(() => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = secret
})

async function signIn(person: Person) {
  const sid = await createTestSession(person.userId, 'test')
  const cookie = `other=1; stepmark.session=${await encode({ token: { sid }, secret })}`
  return { sid, findActor: () => findRequestActor({ cookie, authorization: null }) }
}

/** Makes PostgreSQL read-only meanwhile, like a standby. */
async function runWhileReadOnly(run: () => Promise<void>): Promise<void> {
  const url = process.env.DATABASE_URL!
  const setReadOnly = async (how: string) => {
    const name = new URL(url).pathname.slice(1)
    await withPgClient(url, async (client) => {
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database ${name} ${how}`)
    })
    await closeDatabase()
  }
  await setReadOnly('set default_transaction_read_only = on')
  try {
    await run()
  } finally {
    await setReadOnly('reset default_transaction_read_only')
  }
}

test('sessions and tokens work while the database is read-only', async () => {
  const person = await makePerson()
  const { findActor } = await signIn(person)
  const { secret: token } = await createToken.execute(person, {
    name: 'reads',
    scope: 'read',
    days: 1,
  })
  await getDatabase().$executeRaw`
    update session set last_seen_at = now() - interval '1 hour' where user_id = ${person.userId}::uuid`
  await runWhileReadOnly(async () => {
    await expect(
      getDatabase().$executeRaw`update session set last_seen_at = now()`,
    ).rejects.toThrow('read-only')
    expect(await findActor()).toMatchObject({ userId: person.userId })
    const authorization = `Bearer ${token}`
    expect(await findRequestActor({ cookie: null, authorization })).toMatchObject({
      userId: person.userId,
    })
  })
  // The last use is recorded again after a minute, because until then each request would log a warning.
  await findActor()
  expect(await hasRecentUse(person)).toBe(false)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  onTestFinished(() => void vi.restoreAllMocks())
  await findActor()
  expect(await hasRecentUse(person)).toBe(true)
})

async function hasRecentUse({ userId }: Person): Promise<boolean> {
  const [row] = await getDatabase().$queryRaw<[{ hasRecentUse: boolean }]>`
    select last_seen_at > now() - interval '1 minute' as "hasRecentUse" from session where user_id = ${userId}::uuid`
  return row.hasRecentUse
}

describe('a session', () => {
  test('identifies the person, and reads their rights from the database for each request', async () => {
    const person = await makePerson()
    const { findActor } = await signIn(person)
    expect(await findActor()).toMatchObject({
      kind: 'person',
      userId: person.userId,
      isInstanceAdmin: false,
    })
    await getDatabase().user.update({
      where: { id: person.userId },
      data: { isInstanceAdmin: true },
      select: { id: true },
    })
    expect(await findActor()).toMatchObject({ isInstanceAdmin: true })
  })

  test('is rejected from the first request after signing out', async () => {
    const { sid, findActor } = await signIn(await makePerson())
    await revokeSession(sid)
    expect(await findActor()).toEqual({ kind: 'anonymous' })
  })

  test('ends when the person signs in again in the same browser, while those in other browsers continue', async () => {
    const person = await makePerson()
    const [thisSession, otherSession] = [await signIn(person), await signIn(person)]
    const cookie = `stepmark.session=${await encode({ token: { sid: thisSession.sid }, secret })}`
    const proof = { by: 'provider', hasSecondFactor: false } as const
    const signInRequest = { userAgent: 'test', address: null, cookie }
    const session = await replaceSession(person.userId, signInRequest, proof)
    expect(await thisSession.findActor()).toEqual({ kind: 'anonymous' })
    expect(await otherSession.findActor()).toMatchObject({ userId: person.userId })
    expect(session!.secret).not.toBe(thisSession.sid)
    await replaceSession(person.userId, { ...signInRequest, cookie: 'stepmark.session=x' }, proof)
    expect(await otherSession.findActor()).toMatchObject({ userId: person.userId })
  })

  test('ends when it expires', async () => {
    const person = await makePerson()
    const { findActor } = await signIn(person)
    await getDatabase().$executeRaw`
      update session set expires_at = now() - interval '1 second' where user_id = ${person.userId}::uuid`
    expect(await findActor()).toEqual({ kind: 'anonymous' })
  })

  test('ends after 12 hours without use', async () => {
    const person = await makePerson()
    const { findActor } = await signIn(person)
    await getDatabase().$executeRaw`
      update session set last_seen_at = now() - interval '13 hours' where user_id = ${person.userId}::uuid`
    expect(await findActor()).toEqual({ kind: 'anonymous' })
  })

  test('ends when the account is disabled', async () => {
    const person = await makePerson()
    const { findActor } = await signIn(person)
    await getDatabase()
      .$executeRaw`update app_user set disabled_at = now() where id = ${person.userId}::uuid`
    expect(await findActor()).toEqual({ kind: 'anonymous' })
  })

  test('is rejected if its cookie is forged, truncated or empty', async () => {
    const { sid } = await signIn(await makePerson())
    const forgedToken = await encode({
      token: { sid },
      secret: 'another secret, as long as the first one is',
    })
    const write = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const body = write({ sid, exp: 9_999_999_999 })
    const unsignedToken = `${write({ alg: 'HS256', typ: 'JWT' })}.${body}`
    const invalidCookies = [
      `${write({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${unsignedToken}.${createHmac('sha256', secret).update(unsignedToken).digest('base64url')}`,
      await encode({ token: { sid }, secret, maxAge: -60 }),
      // Content of the cookie used during a provider sign-in.
      await encode({ token: { value: sid }, secret }),
    ]
    for (const value of [
      forgedToken,
      forgedToken.slice(0, 40),
      '',
      'x.y.z',
      sid,
      ...invalidCookies,
    ])
      expect(
        await findRequestActor({ cookie: `stepmark.session=${value}`, authorization: null }),
      ).toEqual({ kind: 'anonymous' })
  })
})

describe('an API token', () => {
  const findActor = (token: string) =>
    findRequestActor({ cookie: null, authorization: `Bearer ${token}` })
  const input = { name: 'script', scope: 'read' as const, days: 90 }

  test('identifies the person and the scope, and is stored only as a hash', async () => {
    const person = await makePerson()
    const token = await createToken.execute(person, input)
    expect(await findActor(token.secret)).toMatchObject({
      userId: person.userId,
      via: { kind: 'token', scope: 'read' },
    })
    const dump = await getDatabase().$queryRaw<{ row: string }[]>`
      select to_jsonb(t)::text as row from api_token t where id = ${token.id}::uuid`
    const { row } = dump[0]!
    expect(row).not.toContain(token.secret.slice(12))
    // The hash is written in hexadecimal, so the secret must not appear in that form either.
    expect(row).not.toContain(Buffer.from(token.secret).toString('hex').slice(24))
    expect(row).toContain(createHash('sha256').update(token.secret).digest('hex'))
  })

  test('is rejected when revoked, expired or unknown', async () => {
    const person = await makePerson()
    const [revoked, expired] = [
      await createToken.execute(person, input),
      await createToken.execute(person, input),
    ]
    await revokeToken.execute(person, { token: revoked.id })
    await getDatabase().$executeRaw`
      update api_token set expires_at = now() - interval '1 second' where id = ${expired.id}::uuid`
    for (const secretText of [
      revoked.secret,
      expired.secret,
      `${expired.secret}x`,
      'smk_',
      'nothing',
    ])
      expect(await findActor(secretText)).toEqual({ kind: 'anonymous' })
  })

  test('cannot be revoked by another person', async () => {
    const token = await createToken.execute(await makePerson(), input)
    await expect(
      revokeToken.execute(await makePerson(), { token: token.id }),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await findActor(token.secret)).toMatchObject({ kind: 'person' })
  })
})

describe('signing in with a password', () => {
  test('accepts the correct password for the email address in any capitalisation', async () => {
    const person = await makePerson({ email: 'mei@example.org' })
    expect(
      await checkCredentials({ email: ' Mei@Example.org ', password: testPassword }, 'a1'),
    ).toMatchObject({ kind: 'signed_in', userId: person.userId })
  })

  test('gives the same result for a wrong password, an unknown account and a disabled one', async () => {
    const [person, disabled] = [await makePerson(), await makePerson()]
    await getDatabase()
      .$executeRaw`update app_user set disabled_at = now() where id = ${disabled.userId}::uuid`
    const attempts = [
      { email: person.email, password: 'wrong' },
      { email: 'nobody@example.org', password: testPassword },
      { email: disabled.email, password: testPassword },
    ]
    for (const attempt of attempts)
      expect(await checkCredentials(attempt, 'a2')).toEqual({ kind: 'refused' })
  })

  test('is rejected past the account’s limit of attempts, even with the correct password', async () => {
    const person = await makePerson()
    for (let i = 0; i < maxAttemptsPerAccount; i++)
      expect(await checkCredentials({ email: person.email, password: 'guess' }, `b${i}`)).toEqual({
        kind: 'refused',
      })
    const limited = await checkCredentials({ email: person.email, password: testPassword }, 'c')
    expect(limited).toMatchObject({ kind: 'rate_limited' })
  })

  test('is rejected past the limit per IP address, even for an account without failed attempts', async () => {
    const guess = (i: number) => ({ email: `guess${i}@example.org`, password: 'guess' })
    expect(await checkCredentials(guess(0), 'd')).toEqual({ kind: 'refused' })
    // Simulates all but one of the attempts that an address has, over as many accounts.
    await getDatabase().$executeRaw`
      update rate_limit set points = ${maxAttemptsPerIpAddress - 1} where key like '%address:d'`
    expect(await checkCredentials(guess(1), 'd')).toEqual({ kind: 'refused' })

    const { email } = await makePerson()
    const credentials = { email, password: testPassword }
    expect(await checkCredentials(credentials, 'd')).toMatchObject({ kind: 'rate_limited' })
    expect(await checkCredentials(credentials, 'e')).toMatchObject({ kind: 'signed_in' })
  })

  test('does not count towards the limit per IP address if it succeeds, because an office may share one', async () => {
    const { email } = await makePerson()
    const credentials = { email, password: testPassword }
    expect(await checkCredentials({ ...credentials, password: 'guess' }, 'g')).toEqual({
      kind: 'refused',
    })
    await getDatabase().$executeRaw`
      update rate_limit set points = ${maxAttemptsPerIpAddress - 1} where key like '%address:g'`
    for (let i = 0; i < 3; i++)
      expect(await checkCredentials(credentials, 'g')).toMatchObject({ kind: 'signed_in' })
    expect(await checkCredentials({ ...credentials, password: 'guess' }, 'g')).toEqual({
      kind: 'refused',
    })
    expect(await checkCredentials(credentials, 'g')).toMatchObject({ kind: 'rate_limited' })
  })

  test('is rejected if the password or address is too long, and a password that is too long counts as an attempt', async () => {
    const password = 'p'.repeat(passwordMaxLength + 1)
    const person = await makePerson({ password })
    for (let i = 0; i < maxAttemptsPerAccount; i++)
      expect(await checkCredentials({ email: person.email, password }, `f${i}`)).toEqual({
        kind: 'refused',
      })
    expect(await checkCredentials({ email: person.email, password }, 'f')).toMatchObject({
      kind: 'rate_limited',
    })
    const email = `${'e'.repeat(254)}@example.org`
    await makePerson({ email })
    expect(await checkCredentials({ email, password: testPassword }, 'f')).toEqual({
      kind: 'refused',
    })
  })
})

test('a sign-in compares every character of a password', async () => {
  const password = ` Päss Wörd with Ends ${'and more '.repeat(9)}`
  const { email, userId } = await makePerson({ password })
  const sign = (attempt: string) => checkCredentials({ email, password: attempt }, '203.0.113.77')
  expect(Buffer.byteLength(password)).toBeGreaterThan(80)
  for (const variant of [
    password.trim(),
    password.toLowerCase(),
    password.normalize('NFD'),
    password.replaceAll('ä', 'a'),
    Buffer.from(password).subarray(0, 72).toString(),
  ])
    expect(await sign(variant)).toEqual({ kind: 'refused' })
  expect(await sign(password)).toMatchObject({ kind: 'signed_in', userId })
})
