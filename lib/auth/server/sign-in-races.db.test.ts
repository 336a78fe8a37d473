import { encode } from 'next-auth/jwt'
import { generate } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousActor, type Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import {
  countBlockedStatements,
  openLongTransaction,
} from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { changePassword, endOtherSessions } from './account-commands'
import { disableAccount } from './accounts-commands'
import { lockAccountRow } from './lock-account-row'
import { insertResetLink } from './password-reset-links'
import { resetPassword } from './reset-commands'
import { signInByCode, signInByPassword, signInByProvider } from './sign-in'
import { confirmTotp, startTotp } from './totp-commands'

useTestDatabase()

const secretOfServer = 'a secret for tests that is long enough to be one'
const password = 'a lantern under quiet water'
const request = { userAgent: null, address: null, cookie: null }

let person: Person
beforeEach(async () => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = secretOfServer
  person = await makePerson()
})

/**
 * Runs two actions concurrently: both have read what they check and wait for the account, and `first` continues
 * first.
 */
async function race<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const lock = openLongTransaction((db) => lockAccountRow(db, person.userId))
  await lock.started
  const expectWaiting = (count: number) =>
    expect.poll(countBlockedStatements, { timeout: 15_000 }).toBe(count)
  const catchOutcome = <T>(startedPromise: Promise<T>) =>
    startedPromise.catch((error: unknown) => error as T)
  let outcomes: [Promise<A>, Promise<B>]
  try {
    const firstOutcome = catchOutcome(first())
    await expectWaiting(1)
    outcomes = [firstOutcome, catchOutcome(second())]
    await expectWaiting(2)
  } finally {
    await lock.end()
  }
  return Promise.all(outcomes)
}

const countActiveSessions = () =>
  getDatabase().session.count({ where: { userId: person.userId, revokedAt: null } })
const byPassword = () => signInByPassword(request, { email: person.email, password: testPassword })
const profile = () => ({
  iss: 'https://id.example.org',
  sub: person.userId,
  email: person.email,
  email_verified: true,
})
const byProvider = () => signInByProvider(request, profile())
const setFirstPassword = () => getDatabase().$executeRaw`
  update app_user set first_password_until = now() + interval '1 day' where id = ${person.userId}::uuid`
/** Links the account to the provider before the race. */
const linkProvider = async () => {
  expect(await byProvider()).toMatchObject({ kind: 'in' })
  await getDatabase().session.deleteMany({ where: { userId: person.userId } })
}

type AccountChange = () => Promise<unknown>
/** Each prepares a change and returns the function that makes it. */
const changes: Record<string, () => AccountChange | Promise<AccountChange>> = {
  'a new password by a link': async () => {
    const reset = await insertResetLink(getDatabase(), { userId: person.userId, createdById: null })
    return () => resetPassword.execute(anonymousActor, { secret: reset!.secret, password })
  },
  'a password that is changed': () => {
    return () => changePassword.execute(person, { current: testPassword, password })
  },
  'an account that is disabled': async () => {
    const admin = await makePerson({ isInstanceAdmin: true })
    return () => disableAccount.execute(admin, { account: person.userId })
  },
}

describe('concurrent with a password sign-in', () => {
  test.each(Object.entries(changes))(
    '%s just before the session starts prevents the session',
    async (_, make) => {
      const [outcome, entry] = await race(await make(), byPassword)
      expect(outcome).not.toBeInstanceOf(Error)
      expect(entry).toEqual({ kind: 'refused' })
      expect(await countActiveSessions()).toBe(0)
    },
  )

  test.each(Object.entries(changes))(
    '%s just after the session starts ends the session',
    async (_, make) => {
      const change = await make()
      const [entry, outcome] = await race(byPassword, change)
      expect(outcome).not.toBeInstanceOf(Error)
      expect(entry).toMatchObject({ kind: 'in' })
      expect(await countActiveSessions()).toBe(0)
    },
  )

  test('a provider sign-in invalidates a first password, so the password sign-in is rejected', async () => {
    await linkProvider()
    await setFirstPassword()
    const [provider, stranger] = await race(byProvider, byPassword)
    expect(provider).toMatchObject({ kind: 'in' })
    expect(stranger).toEqual({ kind: 'refused' })
    expect(await countActiveSessions()).toBe(1)
  })
})

test('the second of two concurrent password changes is rejected, because its current password is outdated', async () => {
  const reset = await insertResetLink(getDatabase(), { userId: person.userId, createdById: null })
  const [, change] = await race(
    () => resetPassword.execute(anonymousActor, { secret: reset!.secret, password }),
    () =>
      changePassword.execute(person, { current: testPassword, password: `another, ${password}` }),
  )
  expect(change).toMatchObject({ code: 'invalid_input' })
})

test('a password link is rejected if it is used during a password change, without a deadlock', async () => {
  const reset = await insertResetLink(getDatabase(), { userId: person.userId, createdById: null })
  const [change, use] = await race(
    () => changePassword.execute(person, { current: testPassword, password }),
    () =>
      resetPassword.execute(anonymousActor, {
        secret: reset!.secret,
        password: `other, ${password}`,
      }),
  )
  expect(change).toEqual({ endedSessions: 0 })
  expect(use).toMatchObject({ code: 'conflict' })
})

test('a provider sign-in that confirms the address ends a concurrent password session, without a deadlock', async () => {
  await getDatabase().$executeRaw`
    update app_user set email_verified_at = null where id = ${person.userId}::uuid`
  const [passwordResult, providerResult] = await race(byPassword, byProvider)
  expect([passwordResult.kind, providerResult.kind]).toEqual(['in', 'in'])
  expect(await countActiveSessions()).toBe(1)
})

test('two concurrent provider sign-ins remove a first password once, and both keep their session', async () => {
  await linkProvider()
  await setFirstPassword()
  const entries = await race(byProvider, byProvider)
  expect(entries.map(({ kind }) => kind)).toEqual(['in', 'in'])
  expect(await countActiveSessions()).toBe(2)
  const where = { actor: `user:${person.userId}`, action: 'first-password.end' }
  expect(await getDatabase().auditEntry.count({ where })).toBe(1)
})

describe('ending all other sessions while a two-factor code is checked', () => {
  async function prepareCodeSignIn() {
    const { secret } = await startTotp.execute(person, { password: testPassword })
    const { recoveryCodes } = await confirmTotp.execute(person, {
      code: await generate({ secret }),
    })
    const pending = await byProvider()
    if (pending.kind !== 'pending') throw new Error(pending.kind)
    const cookie = `stepmark.session=${await encode({ token: { sid: pending.secret }, secret: secretOfServer })}`
    return () => signInByCode({ ...request, cookie }, recoveryCodes[0]!)
  }
  const endOthers = () => endOtherSessions.execute(person, {})

  test('just after the code is accepted, ends the session that it starts', async () => {
    const [entry] = await race(await prepareCodeSignIn(), endOthers)
    expect(entry).toMatchObject({ kind: 'in' })
    expect(await countActiveSessions()).toBe(0)
  })

  test('just before the code is accepted, ends the pending session, so that the code starts none', async () => {
    const [, entry] = await race(endOthers, await prepareCodeSignIn())
    expect(entry).toEqual({ kind: 'code_timeout' })
    expect(await countActiveSessions()).toBe(0)
  })
})
