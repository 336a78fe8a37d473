import { encode } from 'next-auth/jwt'
import { generate } from 'otplib'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anonymousActor, hostActor, type Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { createResetLinkForUser, createResetLink } from './accounts-commands'
import { checkCredentials } from './check-credentials'
import { createToken } from './commands'
import { insertResetLink } from './password-reset-links'
import { findRequestActor } from './request-actor'
import { readReset, requestReset, resetPassword } from './reset-commands'
import { findActorByToken } from './tokens'
import { confirmTotp, startTotp } from './totp-commands'

useTestDatabase()

const envSecret = 'a secret for tests that is long enough to be one'
const password = 'another password of mine'
let admin: Person

beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = envSecret
  admin = await makePerson({ isInstanceAdmin: true })
})

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )

async function makeLink({ userId }: Person) {
  const { link } = await createResetLink.execute(admin, { account: userId })
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/reset#[\w-]{43}$/)
  return link.split('#')[1]!
}

/** As the mail job creates it. */
async function mailLink({ userId }: Person) {
  const reset = await getDatabase().$transaction((db) =>
    insertResetLink(db, { userId, createdById: null }),
  )
  return reset!.secret
}

const readVerifiedAt = async ({ userId: id }: Person) =>
  (await getDatabase().user.findUniqueOrThrow({ where: { id }, select: { emailVerifiedAt: true } }))
    .emailVerifiedAt

async function makeUnverified() {
  const person = await makePerson()
  await getDatabase()
    .$executeRaw`update app_user set email_verified_at = null where id = ${person.userId}::uuid`
  return person
}

describe('a password link', () => {
  test('confirms an email address if it was mailed, but not if an admin created it', async () => {
    const person = await makeUnverified()
    await resetPassword.execute(anonymousActor, { secret: await makeLink(person), password })
    expect(await readVerifiedAt(person)).toBeNull()
    await resetPassword.execute(anonymousActor, { secret: await mailLink(person), password })
    expect(await readVerifiedAt(person)).not.toBeNull()
  })

  test('revokes API tokens if the account’s address was not confirmed, whether mailed or made by an admin', async () => {
    for (const make of [makeLink, mailLink]) {
      const person = await makeUnverified()
      const input = { name: 'theirs', scope: 'write', days: 1 } as const
      const { secret } = await createToken.execute(person, input)
      await resetPassword.execute(anonymousActor, { secret: await make(person), password })
      expect(await findActorByToken(secret)).toEqual(anonymousActor)
    }
  })

  test('keeps two-factor codes on, for any link and for confirmed and unconfirmed addresses', async () => {
    for (const make of [makeLink, mailLink])
      for (const person of [await makePerson(), await makeUnverified()]) {
        const { secret } = await startTotp.execute(person, { password: testPassword })
        await confirmTotp.execute(person, { code: await generate({ secret }) })
        await resetPassword.execute(anonymousActor, { secret: await make(person), password })
        const sign = (attempt: string) =>
          checkCredentials({ email: person.email, password: attempt }, person.userId)
        expect(await sign(testPassword)).toEqual({ kind: 'refused' })
        expect(await sign(password)).toEqual({ kind: 'code_required' })
      }
  })

  test('rejects a common password, and stays usable with another one', async () => {
    const person = await makePerson()
    const secret = await makeLink(person)
    const use = (attempt: string) =>
      resetPassword.execute(anonymousActor, { secret, password: attempt })
    for (const common of ['password1234', person.email])
      expect(await outcomeOf(use(common))).toBe('invalid_input')
    expect(await outcomeOf(use(password))).toBe('done')
  })

  test('sets the password once, and ends every session and every other password link', async () => {
    const person = await makePerson()
    const sid = await createTestSession(person.userId, 'test')
    const cookie = `stepmark.session=${await encode({ token: { sid }, secret: envSecret })}`
    const [secret, otherSecret] = [await makeLink(person), await makeLink(person)]
    const open = { state: 'pending', email: person.email }
    expect(await readReset.execute(anonymousActor, { secret })).toEqual(open)

    await resetPassword.execute(anonymousActor, { secret, password })
    expect(await findRequestActor({ cookie, authorization: null })).toEqual(anonymousActor)
    const sign = (attempt: string) =>
      checkCredentials({ email: person.email, password: attempt }, 'test')
    expect(await sign(testPassword)).toEqual({ kind: 'refused' })
    expect(await sign(password)).toMatchObject({ kind: 'signed_in', userId: person.userId })
    for (const usedSecret of [secret, otherSecret]) {
      expect(await readReset.execute(anonymousActor, { secret: usedSecret })).toEqual({
        state: 'used',
        email: null,
      })
      const secondReset = resetPassword.execute(anonymousActor, {
        secret: usedSecret,
        password: testPassword,
      })
      expect(await outcomeOf(secondReset)).toBe('conflict')
    }
    expect(await sign(password)).toMatchObject({ kind: 'signed_in' })
  })

  test('is audited without its secret or the password', async () => {
    const person = await makePerson()
    const secret = await makeLink(person)
    await resetPassword.execute(anonymousActor, { secret, password })
    const entries = await getDatabase().auditEntry.findMany({
      where: { target: `user:${person.userId}` },
      orderBy: { at: 'asc' },
    })
    expect(entries.map(({ action, actor }) => ({ action, actor }))).toEqual(
      expect.arrayContaining([
        { action: 'account.reset', actor: `user:${admin.userId}` },
        { action: 'reset.use', actor: 'anonymous' },
      ]),
    )
    const text = JSON.stringify(entries, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(text).not.toContain(secret)
    expect(text).not.toContain(password)
    const [row] = await getDatabase().$queryRaw<{ rows: string }[]>`
      select jsonb_agg(to_jsonb(r))::text as rows from password_reset r`
    expect(row!.rows).not.toContain(secret)
  })

  test('expires after an hour, and does nothing for a disabled account', async () => {
    const person = await makePerson()
    const secret = await makeLink(person)
    await getDatabase().$executeRaw`
      update password_reset set created_at = now() - interval '61 minutes', expires_at = now() - interval '1 second'
      where user_id = ${person.userId}::uuid`
    expect(await readReset.execute(anonymousActor, { secret })).toEqual({
      state: 'expired',
      email: null,
    })
    expect(await outcomeOf(resetPassword.execute(anonymousActor, { secret, password }))).toBe(
      'conflict',
    )

    const disabled = await makePerson()
    const unusableLink = await makeLink(disabled)
    await getDatabase()
      .$executeRaw`update app_user set disabled_at = now() where id = ${disabled.userId}::uuid`
    expect(await outcomeOf(readReset.execute(anonymousActor, { secret: unusableLink }))).toBe(
      'not_found',
    )
    const use = resetPassword.execute(anonymousActor, { secret: unusableLink, password })
    expect(await outcomeOf(use)).toBe('not_found')
  })

  test('works for only one of several concurrent requests', async () => {
    const person = await makePerson()
    const secret = await makeLink(person)
    const settledResets = await Promise.all(
      Array.from({ length: 6 }, (_, position) =>
        outcomeOf(
          resetPassword.execute(anonymousActor, { secret, password: `${password} ${position}` }),
        ),
      ),
    )
    expect(settledResets.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(settledResets.filter((outcome) => outcome === 'conflict')).toHaveLength(5)
  })
})

describe('requesting a password link', () => {
  afterEach(() => {
    delete process.env.STEPMARK_SMTP_URL
    delete process.env.STEPMARK_MAIL_FROM
  })

  function setMail() {
    process.env.STEPMARK_SMTP_URL = 'smtp://127.0.0.1:1'
    process.env.STEPMARK_MAIL_FROM = 'stepmark@example.org'
  }

  test('is rejected if email is not set up', async () => {
    const ask = requestReset.execute(anonymousActor, { email: admin.email })
    expect(await outcomeOf(ask)).toBe('conflict')
  })

  test('gives the same reply and audit entry, and enqueues a job, for existing, disabled and unknown accounts', async () => {
    setMail()
    const disabled = await makePerson()
    await getDatabase()
      .$executeRaw`update app_user set disabled_at = now() where id = ${disabled.userId}::uuid`
    for (const email of [admin.email, disabled.email, 'nobody@example.org'])
      expect(await requestReset.execute(anonymousActor, { email })).toEqual({ requested: true })
    const jobs = await getDatabase().$queryRaw<{ data: string }[]>`
      select data::text from pgboss.job where name = 'mail'`
    expect(jobs).toHaveLength(3)
    expect(JSON.stringify(jobs)).not.toContain('example.org')
    const entries = await getDatabase().auditEntry.findMany({ where: { action: 'reset.request' } })
    expect(new Set(entries.map(({ target, detail }) => target + detail)).size).toBe(1)
  })

  test('is limited per email address, existing or not, and per IP address', async () => {
    setMail()
    const ask = (email: string, address: string) =>
      outcomeOf(requestReset.execute(anonymousActor, { email }, { address }))
    for (const email of [(await makePerson()).email, 'someone.else@example.org']) {
      for (let i = 0; i < 3; i++) expect(await ask(email, `10.0.0.${i}`)).toBe('done')
      expect(await ask(email, '10.0.0.9')).toBe('rate_limited')
    }
    const outcomes: (string | undefined)[] = []
    for (let i = 0; i < 31; i++) outcomes.push(await ask(`x${i}@example.org`, '10.9.9.9'))
    expect(outcomes.lastIndexOf('done')).toBe(29)
    expect(outcomes[30]).toBe('rate_limited')
  })

  test('is rejected where passwords are off, like using or creating one; afterwards, a pending link still works', async () => {
    setMail()
    const person = await makePerson()
    const secret = await makeLink(person)
    process.env.STEPMARK_OIDC_ONLY = 'on'
    try {
      const calls = {
        requestReset: () => requestReset.execute(anonymousActor, { email: person.email }),
        resetPassword: () => resetPassword.execute(anonymousActor, { secret, password }),
        createResetLink: () => createResetLink.execute(admin, { account: person.userId }),
        createResetLinkForUser: () =>
          createResetLinkForUser.execute(hostActor, { user: person.email }),
      }
      for (const [name, call] of Object.entries(calls))
        await expect(call(), name).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringContaining('Password sign-in is off'),
        })
    } finally {
      delete process.env.STEPMARK_OIDC_ONLY
    }
    expect(await outcomeOf(resetPassword.execute(anonymousActor, { secret, password }))).toBe(
      'done',
    )
  })
})

test('opening and using a password link share a limit of attempts per IP address', async () => {
  const address = '10.7.7.7'
  const call = () =>
    outcomeOf(readReset.execute(anonymousActor, { secret: 'a'.repeat(43) }, { address }))
  expect(await call()).not.toBe('rate_limited')
  await getDatabase().rateLimit.update({
    where: { key: `link-address:${address}` },
    data: { points: 199 },
  })
  expect(await call()).not.toBe('rate_limited')
  const set = { secret: 'a'.repeat(43), password }
  expect(await call()).toBe('rate_limited')
  expect(await outcomeOf(resetPassword.execute(anonymousActor, set, { address }))).toBe(
    'rate_limited',
  )
})
