import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { generate } from 'otplib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { awaitingCodeActor, type Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import {
  countBlockedStatements,
  openLongTransaction,
} from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { endOtherSessions } from './account-commands'
import { listSessions } from './account-queries'
import { checkCredentials } from './check-credentials'
import { createToken } from './commands'
import { getAccount, listTokens } from './queries'
import { findRequestActor } from './request-actor'
import { findRequesterBySession, revokeSession } from './sessions'
import { signInByCode, signInByProvider, type SignInResult } from './sign-in'
import { maxAttemptsPerAccount } from './sign-in-attempts'
import { confirmTotp, endTotp, renewRecoveryCodes, startTotp } from './totp-commands'
import { getTotp } from './totp-queries'

useTestDatabase()

const secretOfServer = 'a secret for tests that is long enough to be one'

beforeAll(() => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = secretOfServer
  process.env.STEPMARK_OIDC_ISSUER = 'https://id.example.org'
  process.env.STEPMARK_OIDC_CLIENT_ID = 'stepmark'
  process.env.STEPMARK_OIDC_CLIENT_SECRET = 'a secret'
  process.env.STEPMARK_OIDC_STRONG_ACR = 'gold'
})

let person: Person
let totpSecret: string
let recoveryCodes: string[]

/** From the database's clock, which the server uses. */
async function makeCode(): Promise<string> {
  const [row] = await getDatabase().$queryRaw<{ now: number }[]>`
    select extract(epoch from clock_timestamp())::int as now`
  return generate({ secret: totpSecret, epoch: row!.now })
}

beforeEach(async () => {
  person = await makePerson()
  const { secret } = await startTotp.execute(person, { password: testPassword })
  totpSecret = secret
  ;({ recoveryCodes } = await confirmTotp.execute(person, { code: await makeCode() }))
  // Simulates a later time, so that the test need not wait for the next code.
  await getDatabase()
    .$executeRaw`update totp set last_step = 0 where user_id = ${person.userId}::uuid`
})

const writeCookie = async (secret: string) =>
  `stepmark.session=${await encode({ token: { sid: secret }, secret: secretOfServer })}`
const makeSource = (cookie: string | null) => ({
  userAgent: 'test',
  address: person.userId,
  cookie,
})

/** Simulates the return from the provider, with these claims about the sign-in there. */
async function signIn(outcome: object, who = person, cookie: string | null = null) {
  const profile = { iss: 'https://id.example.org', sub: who.userId, email: who.email }
  const entry = await signInByProvider(makeSource(cookie), {
    ...profile,
    email_verified: true,
    ...outcome,
  })
  if (entry.kind === 'refused') throw new Error(entry.reason)
  return { ...entry, cookie: await writeCookie(entry.secret) }
}

const findActor = (cookie: string) => findRequestActor({ cookie, authorization: null })
const readSessions = () =>
  getDatabase().$queryRaw<{ awaitsCode: boolean; hasFactor: boolean; minutes: number }[]>`
    select awaits_code as "awaitsCode", has_provider_factor as "hasFactor",
      (extract(epoch from expires_at - created_at) / 60)::int as minutes
    from session where user_id = ${person.userId}::uuid and revoked_at is null`
const listSignInEntries = async () => {
  const entries = await getDatabase().auditEntry.findMany({
    where: { actor: `user:${person.userId}`, action: { startsWith: 'session.' } },
    orderBy: { at: 'asc' },
    select: { action: true },
  })
  return entries.map(({ action }) => action)
}
const expectIn = async (entry: SignInResult) => {
  if (entry.kind !== 'in') throw new Error(entry.kind)
  expect(entry.userId).toBe(person.userId)
  expect(await findActor(await writeCookie(entry.secret))).toMatchObject({ userId: person.userId })
}

describe('a provider sign-in with two-factor codes turned on', () => {
  test.each([[{}], [{ amr: ['pwd'] }], [{ amr: 'mfa' }], [{ acr: 'silver' }]])(
    'starts a pending session of 10 minutes, without an audit entry, if the provider reports %j',
    async (outcome) => {
      const { kind, cookie } = await signIn(outcome)
      expect(kind).toBe('pending')
      expect(await findActor(cookie)).toEqual(awaitingCodeActor)
      expect(await readSessions()).toEqual([{ awaitsCode: true, hasFactor: false, minutes: 10 }])
      expect(await listSignInEntries()).toEqual([])
    },
  )

  test.each([[{ amr: ['pwd', 'mfa'] }], [{ acr: 'gold' }]])(
    'starts a full session and records the second factor if the provider reports %j',
    async (outcome) => {
      const { kind, cookie } = await signIn(outcome)
      expect(kind).toBe('in')
      expect(await findActor(cookie)).toMatchObject({ userId: person.userId })
      expect(await readSessions()).toEqual([
        { awaitsCode: false, hasFactor: true, minutes: 7 * 24 * 60 },
      ])
      expect(await listSignInEntries()).toEqual(['session.begin'])
    },
  )

  test('starts a full session without a second factor if two-factor codes are off or not confirmed', async () => {
    const otherPerson = await makePerson()
    expect((await signIn({}, otherPerson)).kind).toBe('in')
    await startTotp.execute(otherPerson, { password: testPassword })
    const { kind, cookie } = await signIn({}, otherPerson)
    expect(kind).toBe('in')
    expect(await findActor(cookie)).toMatchObject({ userId: otherPerson.userId })
  })

  test('ends the previous session in this browser', async () => {
    const previousCookie = await writeCookie(await createTestSession(person.userId, 'test'))
    await signIn({}, person, previousCookie)
    expect(await findActor(previousCookie)).toEqual({ kind: 'anonymous' })
  })
})

describe('a pending session', () => {
  const findPendingActor = async () =>
    (await findRequesterBySession((await signIn({})).secret, 'a-project')).actor

  test('gives no access to account data', async () => {
    const { secret } = await signIn({})
    const { actor, loadedProject } = await findRequesterBySession(secret, 'any-project')
    expect(loadedProject).toBeNull()
    for (const query of [getAccount, listSessions, getTotp, listTokens])
      await expect(query.execute(actor, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('can’t create tokens or change sign-in methods', async () => {
    const actor = await findPendingActor()
    const proofs = { password: testPassword, code: await makeCode() }
    const calls = [
      () => createToken.execute(actor, { name: 'a way around', scope: 'write', days: 1 }),
      () => startTotp.execute(actor, { password: testPassword }),
      () => renewRecoveryCodes.execute(actor, proofs),
      () => endTotp.execute(actor, proofs),
    ]
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await getDatabase().apiToken.count({ where: { userId: person.userId } })).toBe(0)
    expect(await getDatabase().totp.count({ where: { userId: person.userId } })).toBe(1)
  })

  test('can’t be extended, neither by requests nor in the database', async () => {
    const { cookie } = await signIn({})
    await findActor(cookie)
    expect(await readSessions()).toMatchObject([{ minutes: 10 }])
    const lengthen = getDatabase().$executeRaw`
      update session set expires_at = now() + interval '1 day' where user_id = ${person.userId}::uuid`
    await expect(lengthen).rejects.toThrow('session_awaits_code_for_minutes')
  })

  test('is not listed among the sessions, and ends when all other sessions are ended', async () => {
    const { secret } = await signIn({})
    const fullSession = await findRequesterBySession(
      await createTestSession(person.userId, 'test'),
      null,
    )
    const { sessions } = await listSessions.execute(fullSession.actor, {})
    expect(sessions).toEqual([expect.objectContaining({ isThis: true })])
    await endOtherSessions.execute(fullSession.actor, {})
    expect((await findRequesterBySession(secret, null)).actor).toEqual({ kind: 'anonymous' })
  })

  test('can be signed out, without an audit entry', async () => {
    const { secret, cookie } = await signIn({})
    await revokeSession(secret)
    expect(await findActor(cookie)).toEqual({ kind: 'anonymous' })
    expect(await signInByCode(makeSource(cookie), await makeCode())).toMatchObject({
      kind: 'code_timeout',
    })
    expect(await listSignInEntries()).toEqual([])
  })
})

describe('a two-factor code entered after a provider sign-in', () => {
  test('starts a full session with a new secret and an audit entry', async () => {
    const { cookie, secret } = await signIn({})
    const entry = await signInByCode(makeSource(cookie), await makeCode())
    await expectIn(entry)
    expect(entry).not.toMatchObject({ secret })
    expect(await findActor(cookie)).toEqual({ kind: 'anonymous' })
    expect(await readSessions()).toMatchObject([{ awaitsCode: false, hasFactor: false }])
    expect(await listSignInEntries()).toEqual(['session.begin'])
  })

  test('can be a recovery code, which is accepted once', async () => {
    const [first, second] = [await signIn({}), await signIn({})]
    await expectIn(await signInByCode(makeSource(first.cookie), recoveryCodes[0]!))
    expect(await signInByCode(makeSource(second.cookie), recoveryCodes[0]!)).toMatchObject({
      kind: 'code_refused',
    })
  })

  test('is rejected and changes nothing if it is missing or wrong', async () => {
    const { cookie } = await signIn({})
    for (const [code, kind] of [
      ['', 'code_required'],
      [' ', 'code_required'],
      ['000000', 'code_refused'],
      [randomUUID(), 'code_refused'],
    ] as const)
      expect(await signInByCode(makeSource(cookie), code)).toMatchObject({ kind })
    expect(await findActor(cookie)).toEqual(awaitingCodeActor)
    await expectIn(await signInByCode(makeSource(cookie), await makeCode()))
  })

  test('shares the limit of attempts with password sign-in, past which neither is checked', async () => {
    const { cookie } = await signIn({})
    for (let i = 0; i < maxAttemptsPerAccount; i++)
      expect(await signInByCode(makeSource(cookie), '000000')).toMatchObject({
        kind: 'code_refused',
      })
    const limited = { kind: 'rate_limited', retryAfterSeconds: expect.any(Number) as number }
    expect(await signInByCode(makeSource(cookie), await makeCode())).toMatchObject(limited)
    const nextEntry = await signIn({})
    expect(await signInByCode(makeSource(nextEntry.cookie), recoveryCodes[0]!)).toMatchObject(
      limited,
    )
    const { email } = person
    expect(await checkCredentials({ email, password: testPassword }, 'x')).toMatchObject(limited)
  })

  test('resets the count of earlier wrong attempts if it is correct', async () => {
    const { cookie } = await signIn({})
    for (let i = 1; i < maxAttemptsPerAccount; i++) await signInByCode(makeSource(cookie), '000000')
    await expectIn(await signInByCode(makeSource(cookie), await makeCode()))
    const { email } = person
    expect(await checkCredentials({ email, password: testPassword }, 'x')).toEqual({
      kind: 'code_required',
    })
  })

  test('is rejected as too late after 10 minutes, for a disabled account, and without a pending session', async () => {
    const { cookie } = await signIn({})
    await getDatabase().$executeRaw`
      update session set expires_at = now() where user_id = ${person.userId}::uuid`
    expect(await findActor(cookie)).toEqual({ kind: 'anonymous' })
    const secondSignIn = await signIn({})
    await getDatabase().$executeRaw`
      update app_user set disabled_at = now() where id = ${person.userId}::uuid`
    for (const each of [cookie, secondSignIn.cookie, null, 'stepmark.session=x'])
      expect(await signInByCode(makeSource(each), await makeCode())).toMatchObject({
        kind: 'code_timeout',
      })
  })

  test('is rejected in a full session, which stays valid', async () => {
    const { cookie } = await signIn({ amr: ['mfa'] })
    expect(await signInByCode(makeSource(cookie), await makeCode())).toMatchObject({
      kind: 'code_timeout',
    })
    expect(await findActor(cookie)).toMatchObject({ userId: person.userId })
  })

  test('starts one session if two correct codes are sent at the same time', async () => {
    const { cookie } = await signIn({})
    // Both have read the pending session, and wait to be counted.
    const openTransaction = openLongTransaction(async (db) => {
      await db.$executeRaw`
        insert into rate_limit (key, points, expire)
        values (${`sign-in-address:${person.userId}`}, 0, now() + interval '1 minute')`
    })
    await openTransaction.started
    const codes = [recoveryCodes[0]!, recoveryCodes[1]!]
    const signIns = Promise.all(codes.map((code) => signInByCode(makeSource(cookie), code)))
    await expect.poll(countBlockedStatements).toBe(2)
    await openTransaction.end()
    const entries = await signIns
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['code_timeout', 'in'])
  })
})
