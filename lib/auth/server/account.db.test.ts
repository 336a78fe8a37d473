import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousActor, type Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { changePassword, endOtherSessions, endSession, updateAccount } from './account-commands'
import { listSessions } from './account-queries'
import { checkCredentials } from './check-credentials'
import { createToken } from './commands'
import { insertResetLink } from './password-reset-links'
import { getAccount } from './queries'
import { resetPassword } from './reset-commands'
import { findRequesterBySession } from './sessions'
import { maxAttemptsPerAccount } from './sign-in-attempts'
import { findActorByToken } from './tokens'

useTestDatabase()

const newPassword = 'a lantern under quiet water'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** A signed-in browser and its person. */
async function openSession(person: Person, userAgent: string | null = firefox) {
  const secret = await createTestSession(person.userId, userAgent, '192.0.2.7')
  const ask = async () => (await findRequesterBySession(secret, null)).actor
  return { ask, actor: (await ask()) as Person }
}

let person: Person
beforeEach(async () => {
  person = await makePerson()
})

test('a changed account name is trimmed and returned from then on', async () => {
  expect(await updateAccount.execute(person, { name: ' Mei Lin-Okoro ' })).toMatchObject({
    name: 'Mei Lin-Okoro',
    email: person.email,
  })
  const { actor } = await openSession(person)
  expect(await getAccount.execute(actor, {})).toMatchObject({ name: 'Mei Lin-Okoro' })
})

describe('changing the password', () => {
  const change = (actor: Person, current: string, password = newPassword) =>
    changePassword.execute(actor, { current, password })
  const signIn = (password: string) =>
    checkCredentials({ email: person.email, password }, person.userId)

  test('takes effect at the next sign-in, and ends all other sessions', async () => {
    const [thisBrowser, otherBrowser, stranger] = [
      await openSession(person),
      await openSession(person),
      await makePerson(),
    ]
    const otherSession = await openSession(stranger)
    expect(await change(thisBrowser.actor, testPassword)).toEqual({ endedSessions: 1 })
    expect(await otherBrowser.ask()).toEqual({ kind: 'anonymous' })
    expect(await thisBrowser.ask()).toMatchObject({ userId: person.userId })
    expect(await otherSession.ask()).toMatchObject({ userId: stranger.userId })
    expect(await signIn(testPassword)).toEqual({ kind: 'refused' })
    expect(await signIn(newPassword)).toMatchObject({ kind: 'signed_in' })
  })

  test('keeps the account’s API tokens valid', async () => {
    const { secret } = await createToken.execute(person, { name: 'a', scope: 'read', days: 1 })
    await change(person, testPassword)
    expect(await findActorByToken(secret)).toMatchObject({ userId: person.userId })
  })

  test('invalidates password links requested earlier', async () => {
    const person = await makePerson()
    const reset = await insertResetLink(getDatabase(), { userId: person.userId, createdById: null })
    await changePassword.execute(person, {
      current: testPassword,
      password: 'a lantern under water',
    })
    const input = { secret: reset!.secret, password: 'another lantern under water' }
    await expect(resetPassword.execute(anonymousActor, input)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('is rejected without the correct current password', async () => {
    const [thisBrowser, otherBrowser] = [await openSession(person), await openSession(person)]
    await expect(change(thisBrowser.actor, 'not this one')).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ location: 'current' }] },
    })
    expect(await otherBrowser.ask()).toMatchObject({ kind: 'person' })
    expect(await signIn(testPassword)).toMatchObject({ kind: 'signed_in' })
  })

  test('is rejected if the new password is common, shorter than 12 or longer than 256 characters', async () => {
    await expect(change(person, testPassword, 'password1234')).rejects.toMatchObject({
      details: { issues: [{ location: 'password' }] },
    })
    const { input } = changePassword.contract
    const parse = (length: number) =>
      input.safeParse({ current: testPassword, password: 'x'.repeat(length) }).success
    expect([11, 12, 256, 257].map(parse)).toEqual([false, true, true, false])
    expect(await signIn(testPassword)).toMatchObject({ kind: 'signed_in' })
  })

  test('counts wrong current passwords towards the sign-in limit', async () => {
    for (let i = 0; i < maxAttemptsPerAccount; i++)
      await expect(change(person, `guess ${i}`)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(change(person, testPassword)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await signIn(testPassword)).toMatchObject({ kind: 'rate_limited' })
  })

  test('never stores the password as text, and rejects an idempotency key, which would store a fast hash of it', async () => {
    const options = { idempotencyKey: 'k' }
    const input = { current: testPassword, password: newPassword }
    await expect(changePassword.execute(person, input, options)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await change(person, testPassword)
    const rows = await getDatabase().$queryRaw<{ row: string }[]>`
      select to_jsonb(a)::text as row from audit_entry a union all select to_jsonb(u)::text from app_user u`
    expect(rows.map(({ row }) => row).join()).not.toContain(newPassword)
  })
})

describe('the sessions of an account', () => {
  test('are listed with browser and IP address, the current one marked, without ended ones', async () => {
    const [thisBrowser, otherBrowser, endedSession] = [
      await openSession(person),
      await openSession(person, null),
      await openSession(person),
    ]
    await endSession.execute(person, { session: readSessionId(endedSession.actor) })
    await openSession(await makePerson())
    const { sessions } = await listSessions.execute(thisBrowser.actor, {})
    expect(sessions).toHaveLength(2)
    expect(sessions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: readSessionId(thisBrowser.actor),
          browser: 'Firefox on Linux',
          address: '192.0.2.7',
          isThis: true,
        }),
        expect.objectContaining({
          id: readSessionId(otherBrowser.actor),
          browser: null,
          isThis: false,
        }),
      ]),
    )
  })

  test('can be ended one by one only by their owner', async () => {
    const otherBrowser = await openSession(person)
    const session = readSessionId(otherBrowser.actor)
    await expect(endSession.execute(await makePerson(), { session })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await otherBrowser.ask()).toMatchObject({ kind: 'person' })
    await endSession.execute(person, { session })
    expect(await otherBrowser.ask()).toEqual({ kind: 'anonymous' })
  })

  test('can all be ended at once, except the current one', async () => {
    const [thisBrowser, firstSession, secondSession] = [
      await openSession(person),
      await openSession(person),
      await openSession(person),
    ]
    expect(await endOtherSessions.execute(thisBrowser.actor, {})).toEqual({ endedSessions: 2 })
    expect([await firstSession.ask(), await secondSession.ask()]).toEqual([
      { kind: 'anonymous' },
      { kind: 'anonymous' },
    ])
    expect(await thisBrowser.ask()).toMatchObject({ kind: 'person' })
  })
})

function readSessionId({ via }: Person): string {
  if (via.kind !== 'session') throw new Error('a session was meant')
  return via.sessionId
}
