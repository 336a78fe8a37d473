import { generate } from 'otplib'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousActor, hostActor, type Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { changePassword, endOtherSessions, endSession } from './account-commands'
import { listSessions } from './account-queries'
import { disableAccount, enableAccount } from './accounts-commands'
import { checkCredentials } from './check-credentials'
import {
  findKnownBrowser,
  maxKnownBrowsersPerAccount,
  rememberKnownBrowser,
} from './known-browsers'
import { insertResetLink } from './password-reset-links'
import { resetPassword } from './reset-commands'
import { hashSecret } from './secrets'
import { findRequesterBySession, revokeSession } from './sessions'
import { signInByPassword, signInByProvider } from './sign-in'
import {
  consumeSignInAttempt,
  maxAttemptsPerAllKnownBrowsers,
  maxAttemptsPerAccount,
  maxAttemptsPerIpAddress,
  maxAttemptsPerKnownBrowser,
} from './sign-in-attempts'
import { confirmTotp, endTotpFor, renewRecoveryCodes, startTotp } from './totp-commands'

useTestDatabase()

const newPassword = 'a lantern under quiet water'

let person: Person
beforeEach(async () => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  person = await makePerson()
})

let addresses = 0
/** An attempt from a new address, so that no address limit applies. */
function guess(
  { email }: Pick<Person, 'email'>,
  knownBrowser: string | null,
  { password = 'a guess', code }: { password?: string; code?: string } = {},
) {
  addresses += 1
  return checkCredentials({ email, password, code }, `10.0.${addresses}`, knownBrowser)
}

const signInFrom = (owner: Person, knownBrowser: string | null) =>
  guess(owner, knownBrowser, { password: testPassword })

/** Signs in and returns the browser's session and cookie. */
async function signInBrowser(owner: Person, previous: string | null = null) {
  const session = await createTestSession(owner.userId, 'test')
  const knownBrowser = await rememberKnownBrowser(owner.userId, {
    sessionSecret: session,
    previous,
  })
  return {
    session,
    knownBrowser,
    actor: (await findRequesterBySession(session, null)).actor as Person,
  }
}

/** Counts attempts as `guess` does, but checks no password, which costs 20 ms of CPU. */
async function countAttempts(
  { email }: Pick<Person, 'email'>,
  knownBrowser: string | null,
  attempts: number,
) {
  const target = { email, knownBrowser: await findKnownBrowser(knownBrowser, email) }
  for (let i = 0; i < attempts; i++) expect(await consumeSignInAttempt(target, null)).toBeNull()
}

async function useUp(owner: Pick<Person, 'email'>, knownBrowser: string | null) {
  await countAttempts(
    owner,
    knownBrowser,
    (knownBrowser === null ? maxAttemptsPerAccount : maxAttemptsPerKnownBrowser) - 1,
  )
  expect(await guess(owner, knownBrowser)).toEqual({ kind: 'refused' })
  expect(await guess(owner, knownBrowser)).toMatchObject({ kind: 'rate_limited' })
}

const countKnownBrowsers = () =>
  getDatabase().knownBrowser.count({ where: { userId: person.userId } })

describe('a known browser, which has signed in to the account before', () => {
  test('can sign in while unknown browsers are locked out by wrong passwords', async () => {
    const { knownBrowser } = await signInBrowser(person)
    await useUp(person, null)
    expect(await guess(person, knownBrowser)).toEqual({ kind: 'refused' })
    expect(await signInFrom(person, knownBrowser)).toMatchObject({ kind: 'signed_in' })
    expect(await signInFrom(person, null)).toMatchObject({ kind: 'rate_limited' })
  })

  test('has its own limit of wrong passwords, which locks out no other browser', async () => {
    const [thisSession, otherSession] = [await signInBrowser(person), await signInBrowser(person)]
    await useUp(person, thisSession.knownBrowser)
    // Rejected even with the correct password, and not because of strangers.
    expect(await signInFrom(person, thisSession.knownBrowser)).toMatchObject({
      kind: 'rate_limited',
    })
    expect(await signInFrom(person, otherSession.knownBrowser)).toMatchObject({ kind: 'signed_in' })
    expect(await guess(person, null)).toEqual({ kind: 'refused' })
    expect(await signInFrom(person, null)).toMatchObject({ kind: 'signed_in' })
  })

  test('resets its own count of attempts by signing in, but not that of unknown browsers', async () => {
    const { knownBrowser } = await signInBrowser(person)
    await countAttempts(person, knownBrowser, maxAttemptsPerKnownBrowser - 1)
    await countAttempts(person, null, maxAttemptsPerAccount)
    expect(await signInFrom(person, knownBrowser)).toMatchObject({ kind: 'signed_in' })
    await countAttempts(person, knownBrowser, maxAttemptsPerKnownBrowser - 2)
    expect(await guess(person, knownBrowser)).toEqual({ kind: 'refused' })
    expect(await guess(person, null)).toMatchObject({ kind: 'rate_limited' })
  })

  test('counts as an unknown browser for every other account, existing or not', async () => {
    const { knownBrowser } = await signInBrowser(person)
    const otherPerson = await makePerson()
    await useUp(otherPerson, null)
    expect(await signInFrom(otherPerson, knownBrowser)).toMatchObject({ kind: 'rate_limited' })
    const unknownAccount = { email: 'unknown.person@example.org' }
    await useUp(unknownAccount, null)
    expect(await guess(unknownAccount, knownBrowser)).toMatchObject({ kind: 'rate_limited' })
  })

  test('has the same limit for wrong two-factor codes, even after the correct password', async () => {
    const { knownBrowser } = await signInBrowser(person)
    await getDatabase().$executeRaw`
      insert into totp (user_id, sealed_secret, confirmed_at) values (${person.userId}::uuid, 'x', now())`
    const withCode = { password: testPassword, code: 'ABCDEF' }
    await countAttempts(person, null, maxAttemptsPerAccount - 1)
    expect(await guess(person, null, withCode)).toEqual({ kind: 'code_refused' })
    await countAttempts(person, knownBrowser, maxAttemptsPerKnownBrowser - 2)
    for (let i = 0; i < 2; i++)
      expect(await guess(person, knownBrowser, withCode)).toEqual({ kind: 'code_refused' })
    expect(await guess(person, knownBrowser, withCode)).toMatchObject({ kind: 'rate_limited' })
  })

  test('is still subject to the limit per IP address', async () => {
    const { knownBrowser } = await signInBrowser(person)
    const attempt = { email: person.email, password: testPassword }
    await checkCredentials({ ...attempt, password: 'a guess' }, 'office')
    await getDatabase().$executeRaw`
      update rate_limit set points = ${maxAttemptsPerIpAddress} where key like '%address:office'`
    expect(await checkCredentials(attempt, 'office', knownBrowser)).toMatchObject({
      kind: 'rate_limited',
    })
  })

  test('adds one audit entry with the account when it passes its limit', async () => {
    const { knownBrowser } = await signInBrowser(person)
    await useUp(person, knownBrowser)
    await guess(person, knownBrowser)
    const where = { action: 'session.refuse', target: `user:${person.userId}` }
    const entries = await getDatabase().auditEntry.findMany({ where, select: { detail: true } })
    expect(entries).toHaveLength(1)
    expect(entries[0]!.detail).toContain('"limit":"browser"')
  })
})

test('all known browsers of an account share a limit of attempts, separate from that of unknown ones', async () => {
  const all: Awaited<ReturnType<typeof signInBrowser>>[] = []
  for (let i = 0; i < maxKnownBrowsersPerAccount; i++) all.push(await signInBrowser(person))
  const last = all.pop()!
  const next = (i: number) => all[i % all.length]!.knownBrowser
  for (let i = 1; i < maxAttemptsPerAllKnownBrowsers; i++) await countAttempts(person, next(i), 1)
  expect(await guess(person, next(0))).toEqual({ kind: 'refused' })
  for (let i = 0; i < 5; i++)
    expect(await guess(person, next(i))).toMatchObject({ kind: 'rate_limited' })
  expect(await signInFrom(person, last.knownBrowser)).toMatchObject({ kind: 'rate_limited' })
  expect(await signInFrom(person, null)).toMatchObject({ kind: 'signed_in' })
})

test('a successful sign-in does not change the attempts counted for the account’s other known browsers', async () => {
  const { knownBrowser } = await signInBrowser(person)
  expect(await guess(person, knownBrowser)).toEqual({ kind: 'refused' })
  for (let i = 0; i < 2; i++)
    expect(await signInFrom(person, knownBrowser)).toMatchObject({ kind: 'signed_in' })
  const [row] = await getDatabase().$queryRaw<{ points: number }[]>`
    select points from rate_limit where key = 'sign-in-browsers:' || ${person.email}`
  expect(row).toEqual({ points: 1 })
})

test('a sign-in succeeds even if its browser cannot be remembered as known', async () => {
  await getDatabase().$executeRaw`
    alter table known_browser add constraint full_up check (false) not valid`
  const request = { userAgent: null, address: null, cookie: null }
  const entry = await signInByPassword(request, { email: person.email, password: testPassword })
  await getDatabase().$executeRaw`alter table known_browser drop constraint full_up`
  expect(entry).toMatchObject({ kind: 'in', knownBrowser: null })
  if (entry.kind !== 'in') return
  expect((await findRequesterBySession(entry.secret, null)).actor).toMatchObject({ kind: 'person' })
})

test('a provider sign-in keeps a known browser known, and does not make an unknown one known', async () => {
  const [thisSession, otherSession] = [await signInBrowser(person), await signInBrowser(person)]
  const profile = { iss: 'https://id.example.org', sub: person.userId, email: person.email }
  const signIn = async (cookie: string | null) => {
    const request = { userAgent: null, address: null, cookie }
    const entry = await signInByProvider(request, { ...profile, email_verified: true })
    if (entry.kind !== 'in') throw new Error(entry.kind)
    return (await findRequesterBySession(entry.secret, null)).actor as Person
  }
  const actor = await signIn(`stepmark.browser=${thisSession.knownBrowser}`)
  await signIn(null)
  expect(await countKnownBrowsers()).toBe(2)
  expect(await listSessions.execute(actor, {})).toMatchObject({ otherKnownBrowsers: 1 })
  await endOtherSessions.execute(actor, {})
  await useUp(person, null)
  expect([
    await isKnown(thisSession.knownBrowser),
    await isKnown(otherSession.knownBrowser),
  ]).toEqual([true, false])
  expect(await listSessions.execute(actor, {})).toMatchObject({ otherKnownBrowsers: 0 })
})

describe('the cookie of a known browser', () => {
  test('is a random secret, and the database has only its hash', async () => {
    const { knownBrowser } = await signInBrowser(person)
    expect(Buffer.from(knownBrowser, 'base64url')).toHaveLength(32)
    const row = await getDatabase().knownBrowser.findFirstOrThrow({
      where: { userId: person.userId },
      select: { secretHash: true },
    })
    expect(Buffer.from(row.secretHash)).toEqual(Buffer.from(hashSecret(knownBrowser)))
  })

  test('stays the same after signing out and in again, and is then valid for another 180 days', async () => {
    const first = await signInBrowser(person)
    await getDatabase().$executeRaw`
      update known_browser set expires_at = now() + interval '1 day' where user_id = ${person.userId}::uuid`
    await revokeSession(first.session)
    const second = await signInBrowser(person, first.knownBrowser)
    expect(second.knownBrowser).toBe(first.knownBrowser)
    const rows = await getDatabase().$queryRaw<{ days: number }[]>`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from known_browser where user_id = ${person.userId}::uuid`
    expect(rows).toEqual([{ days: 180 }])
  })

  test('is replaced when another person signs in, and the browser is then unknown to its former owner', async () => {
    const otherPerson = await makePerson()
    const before = await signInBrowser(otherPerson)
    const after = await signInBrowser(person, before.knownBrowser)
    expect(after.knownBrowser).not.toBe(before.knownBrowser)
    await useUp(otherPerson, null)
    expect(await signInFrom(otherPerson, before.knownBrowser)).toMatchObject({
      kind: 'rate_limited',
    })
  })

  test('does not make a browser known if it is forged, truncated or expired', async () => {
    const { knownBrowser } = await signInBrowser(person)
    await useUp(person, null)
    for (const invalidCookie of [
      '',
      'x',
      knownBrowser.slice(1),
      `${knownBrowser}x`,
      'x'.repeat(10_000),
    ])
      expect(await signInFrom(person, invalidCookie)).toMatchObject({ kind: 'rate_limited' })
    await getDatabase().$executeRaw`
      update known_browser set expires_at = now() where user_id = ${person.userId}::uuid`
    expect(await signInFrom(person, knownBrowser)).toMatchObject({ kind: 'rate_limited' })
  })

  test('is valid only for the ten newest browsers of an account if none has returned', async () => {
    const first = await signInBrowser(person)
    await getDatabase().$executeRaw`
      update known_browser set expires_at = expires_at - interval '1 day' where user_id = ${person.userId}::uuid`
    let last = first
    for (let i = 0; i < maxKnownBrowsersPerAccount; i++) last = await signInBrowser(person)
    expect(await countKnownBrowsers()).toBe(10)
    await useUp(person, null)
    expect(await signInFrom(person, first.knownBrowser)).toMatchObject({ kind: 'rate_limited' })
    expect(await signInFrom(person, last.knownBrowser)).toMatchObject({ kind: 'signed_in' })
  })

  test('stays valid in a browser that is used often while a script without cookies signs in many times', async () => {
    const { knownBrowser } = await signInBrowser(person)
    await signInBrowser(person, knownBrowser)
    let last = knownBrowser
    for (let i = 0; i < 2 * maxKnownBrowsersPerAccount; i++)
      last = (await signInBrowser(person)).knownBrowser
    expect(await countKnownBrowsers()).toBe(10)
    await useUp(person, null)
    expect(await signInFrom(person, knownBrowser)).toMatchObject({ kind: 'signed_in' })
    expect(await signInFrom(person, last)).toMatchObject({ kind: 'signed_in' })
  })

  test('does not make a browser known if its session has already ended', async () => {
    const session = await createTestSession(person.userId, 'test')
    await revokeSession(session)
    await rememberKnownBrowser(person.userId, { sessionSecret: session, previous: null })
    expect(await countKnownBrowsers()).toBe(0)
  })
})

/** Whether the browser can sign in while unknown ones are locked out (after `useUp(person, null)`). */
const isKnown = async (knownBrowser: string, password = testPassword) =>
  (await guess(person, knownBrowser, { password })).kind === 'signed_in'

describe('the known browsers of an account', () => {
  test('are forgotten when the password is changed, except the one that changed it', async () => {
    const [thisSession, otherSession] = [await signInBrowser(person), await signInBrowser(person)]
    await changePassword.execute(thisSession.actor, {
      current: testPassword,
      password: newPassword,
    })
    await useUp(person, null)
    expect(await isKnown(thisSession.knownBrowser, newPassword)).toBe(true)
    expect(await isKnown(otherSession.knownBrowser, newPassword)).toBe(false)
  })

  test('are forgotten when a password is set by link', async () => {
    const { knownBrowser } = await signInBrowser(person)
    const reset = await insertResetLink(getDatabase(), { userId: person.userId, createdById: null })
    const input = { secret: reset!.secret, password: newPassword }
    await resetPassword.execute(anonymousActor, input)
    await useUp(person, null)
    expect(await isKnown(knownBrowser, newPassword)).toBe(false)
  })

  test('are forgotten when all other sessions are ended, except the one that ended them', async () => {
    const [thisSession, otherSession, otherPerson] = [
      await signInBrowser(person),
      await signInBrowser(person),
      await makePerson(),
    ]
    const otherBrowser = await signInBrowser(otherPerson)
    await endOtherSessions.execute(thisSession.actor, {})
    await useUp(person, null)
    await useUp(otherPerson, null)
    expect(await isKnown(thisSession.knownBrowser)).toBe(true)
    expect(await isKnown(otherSession.knownBrowser)).toBe(false)
    expect(await signInFrom(otherPerson, otherBrowser.knownBrowser)).toMatchObject({
      kind: 'signed_in',
    })
  })

  test('are forgotten when sessions are ended with an API token', async () => {
    const { knownBrowser } = await signInBrowser(person)
    const via = { kind: 'token', tokenId: person.userId, scope: 'write' } as const
    await endOtherSessions.execute({ ...person, via }, {})
    await useUp(person, null)
    expect(await isKnown(knownBrowser)).toBe(false)
  })

  test('are forgotten when their session is ended from another one', async () => {
    const [thisSession, otherSession] = [await signInBrowser(person), await signInBrowser(person)]
    if (otherSession.actor.via.kind !== 'session') throw new Error('It has none.')
    await endSession.execute(thisSession.actor, { session: otherSession.actor.via.sessionId })
    await useUp(person, null)
    expect([
      await isKnown(thisSession.knownBrowser),
      await isKnown(otherSession.knownBrowser),
    ]).toEqual([true, false])
  })

  test('are forgotten when two-factor codes are turned on or renewed, except the one that did it, or turned off for the person', async () => {
    process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
    const [thisSession, otherSession] = [await signInBrowser(person), await signInBrowser(person)]
    const { secret } = await startTotp.execute(thisSession.actor, { password: testPassword })
    expect(await countKnownBrowsers()).toBe(2)
    const codes = await confirmTotp.execute(thisSession.actor, { code: await generate({ secret }) })
    expect(await listSessions.execute(thisSession.actor, {})).toMatchObject({
      otherKnownBrowsers: 0,
    })
    expect(await listSessions.execute(otherSession.actor, {})).toMatchObject({
      otherKnownBrowsers: 1,
    })
    await signInBrowser(person)
    const proofs = { password: testPassword, code: codes.recoveryCodes[0]! }
    await renewRecoveryCodes.execute(thisSession.actor, proofs)
    expect(await listSessions.execute(thisSession.actor, {})).toMatchObject({
      otherKnownBrowsers: 0,
    })
    expect(await countKnownBrowsers()).toBe(1)
    await endTotpFor.execute(hostActor, { user: person.email })
    expect(await countKnownBrowsers()).toBe(0)
  })

  test('are forgotten when the account is disabled, even if it is enabled again', async () => {
    const { knownBrowser } = await signInBrowser(person)
    const account = { account: person.userId }
    const admin = await makePerson({ isInstanceAdmin: true })
    await disableAccount.execute(admin, account)
    await enableAccount.execute(admin, account)
    await useUp(person, null)
    expect(await isKnown(knownBrowser)).toBe(false)
  })
})

describe('a person with a session in a known browser', () => {
  test('can confirm their password while unknown browsers are locked out, within the browser’s own limit', async () => {
    const { actor, knownBrowser } = await signInBrowser(person)
    await useUp(person, null)
    const wrong = { current: 'a guess', password: newPassword }
    await countAttempts(person, knownBrowser, maxAttemptsPerKnownBrowser - 1)
    await expect(changePassword.execute(actor, wrong)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(changePassword.execute(actor, wrong)).rejects.toMatchObject({
      code: 'rate_limited',
    })
    expect(await signInFrom(person, knownBrowser)).toMatchObject({ kind: 'rate_limited' })
  })

  test('resets the attempts of this browser after a correct code, but not those of unknown browsers', async () => {
    process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
    const { actor } = await signInBrowser(person)
    await useUp(person, null)
    for (let i = 2; i < maxAttemptsPerKnownBrowser; i++)
      await confirmTotp.execute(actor, { code: '000000' }).catch(() => null)
    const { secret } = await startTotp.execute(actor, { password: testPassword })
    await confirmTotp.execute(actor, { code: await generate({ secret }) })
    const points = await getDatabase().$queryRaw<{ key: string }[]>`
      select split_part(key, ':', 1) as key from rate_limit
      where key = 'sign-in-account:' || ${person.email}
        or key in (select 'sign-in-browser:' || id from known_browser where user_id = ${person.userId}::uuid)`
    expect(points).toEqual([{ key: 'sign-in-account' }])
  })
})
