import { generate } from 'otplib'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hostActor, type Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { encryptText } from '@/lib/platform/server/encrypted-text'
import {
  countBlockedStatements,
  openLongTransaction,
} from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makePerson, makeProject, testPassword } from '@/prisma/seed/factories'
import { checkCredentials } from './check-credentials'
import { createToken } from './commands'
import { getPreferences } from './preferences'
import { getAccount } from './queries'
import { findRequesterBySession, createSession } from './sessions'
import { maxAttemptsPerAccount } from './sign-in-attempts'
import { findActorByToken } from './tokens'
import { confirmTotp, endTotp, endTotpFor, renewRecoveryCodes, startTotp } from './totp-commands'
import { getTotp } from './totp-queries'

useTestDatabase()

const secretOfServer = 'a secret for tests that is long enough to be one'
beforeAll(() => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = secretOfServer
})

const password = testPassword
const stepSeconds = 30

/** By the database's clock, which the server uses; `steps` from now. */
async function makeCode(secret: string, steps = 0): Promise<string> {
  const [row] = await getDatabase().$queryRaw<{ now: number }[]>`
    select extract(epoch from clock_timestamp())::int as now`
  return generate({ secret, epoch: row!.now + steps * stepSeconds })
}

/** Marks earlier codes as used, as if time had passed, so that the test need not wait. */
async function forgetLastStep({ userId }: Person): Promise<void> {
  await getDatabase().$executeRaw`update totp set last_step = 0 where user_id = ${userId}::uuid`
}

async function switchOn(person: Person) {
  const { secret } = await startTotp.execute(person, { password })
  const { recoveryCodes } = await confirmTotp.execute(person, { code: await makeCode(secret) })
  await forgetLastStep(person)
  return { secret, recoveryCodes }
}

let person: Person
beforeEach(async () => {
  person = await makePerson()
})

const proofs = { password: 'wrong', code: '000000' }
const signIn = (code?: string, attempt = password) =>
  checkCredentials({ email: person.email, password: attempt, code }, person.userId)

describe('turning two-factor codes on', () => {
  test('needs the password and a first code, and sign-in requires no code until then', async () => {
    await expect(startTotp.execute(person, { password: 'wrong' })).rejects.toMatchObject({
      details: { issues: [{ location: 'password' }] },
    })
    const { secret, uri, picture } = await startTotp.execute(person, { password })
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Stepmark/)
    expect(picture.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    expect(await signIn()).toMatchObject({ kind: 'signed_in' })
    await expect(confirmTotp.execute(person, { code: '000000' })).rejects.toMatchObject({
      details: { issues: [{ location: 'code' }] },
    })
    expect(await signIn()).toMatchObject({ kind: 'signed_in' })
    const { recoveryCodes } = await confirmTotp.execute(person, { code: await makeCode(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/)
    expect(await signIn()).toEqual({ kind: 'code_required' })
    expect(await getTotp.execute(person, {})).toMatchObject({ isOn: true, codesLeft: 10 })
  })

  test('is rejected if codes are already on, or with another person’s code', async () => {
    const otherPerson = await makePerson()
    const { secret } = await startTotp.execute(otherPerson, { password })
    await startTotp.execute(person, { password })
    const code = await makeCode(secret)
    await expect(confirmTotp.execute(person, { code })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await switchOn(person)
    await expect(startTotp.execute(person, { password })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('stores neither the secret nor a recovery code as text', async () => {
    const { secret, recoveryCodes } = await switchOn(person)
    const rows = await getDatabase().$queryRaw<{ row: string }[]>`
      select to_jsonb(t)::text || encode(sealed_secret, 'escape') as row from totp t
      union all select to_jsonb(c)::text from recovery_code c
      union all select to_jsonb(a)::text from audit_entry a`
    const storedText = rows.map(({ row }) => row).join()
    expect(storedText).toContain(person.userId)
    for (const text of [secret, ...recoveryCodes]) expect(storedText).not.toContain(text)
  })
})

describe('signing in with two-factor codes on', () => {
  test('requires a code only after a correct password, and then accepts it', async () => {
    const { secret } = await switchOn(person)
    const code = await makeCode(secret)
    expect(await signIn(undefined, 'wrong')).toEqual({ kind: 'refused' })
    expect(await signIn(code, 'wrong')).toEqual({ kind: 'refused' })
    expect(await signIn()).toEqual({ kind: 'code_required' })
    expect(await signIn(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
      kind: 'signed_in',
    })
  })

  test('accepts a code once, even if it is sent twice at the same time, and no earlier code after it', async () => {
    const { secret } = await switchOn(person)
    const code = await makeCode(secret)
    const kinds = (await Promise.all([signIn(code), signIn(code)])).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['code_refused', 'signed_in'])
    expect(await signIn(code)).toEqual({ kind: 'code_refused' })
    expect(await signIn(await makeCode(secret, -1))).toEqual({ kind: 'code_refused' })
  })

  test('accepts neighbouring codes, for clocks that are slightly off, and no others', async () => {
    const { secret } = await switchOn(person)
    expect(await signIn(await makeCode(secret, 3))).toEqual({ kind: 'code_refused' })
    for (const steps of [-3, -2])
      expect(await signIn(await makeCode(secret, steps))).toEqual({ kind: 'code_refused' })
    expect(await signIn(await makeCode(secret, -1))).toMatchObject({ kind: 'signed_in' })
    expect(await signIn(await makeCode(secret, 1))).toMatchObject({ kind: 'signed_in' })
  })

  test('accepts a recovery code once, however it is formatted', async () => {
    const [code = '', secondCode = ''] = (await switchOn(person)).recoveryCodes
    expect(await signIn(code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      kind: 'signed_in',
    })
    expect(await signIn(code)).toEqual({ kind: 'code_refused' })
    expect(await getTotp.execute(person, {})).toMatchObject({ codesLeft: 9 })
    expect(await signIn(secondCode)).toMatchObject({ kind: 'signed_in' })
    const entries = { actor: `user:${person.userId}`, action: 'recovery.use' }
    expect(await getDatabase().auditEntry.count({ where: entries })).toBe(2)
  })

  test("rejects another person's recovery code", async () => {
    await switchOn(person)
    const { recoveryCodes } = await switchOn(await makePerson())
    expect(await signIn(recoveryCodes[0])).toEqual({ kind: 'code_refused' })
  })

  test('wrong codes count towards the limit of attempts, and a correct password does not reset the count', async () => {
    const { secret } = await switchOn(person)
    for (let i = 0; i < maxAttemptsPerAccount; i++)
      expect(await signIn(i % 2 ? undefined : '000000')).toEqual({
        kind: i % 2 ? 'code_required' : 'code_refused',
      })
    expect(await signIn(await makeCode(secret))).toMatchObject({ kind: 'rate_limited' })
  })

  test('a correct code resets the count of wrong attempts', async () => {
    const { secret } = await switchOn(person)
    for (let i = 1; i < maxAttemptsPerAccount; i++) await signIn('000000')
    expect(await signIn(await makeCode(secret))).toMatchObject({ kind: 'signed_in' })
    expect(await signIn()).toEqual({ kind: 'code_required' })
  })

  test('codes are rejected after NEXTAUTH_SECRET was replaced, but recovery codes still work', async () => {
    const { secret, recoveryCodes } = await switchOn(person)
    process.env.NEXTAUTH_SECRET = 'another secret, after the first one was changed for it'
    try {
      expect(await signIn(await makeCode(secret))).toEqual({ kind: 'code_refused' })
      expect(await signIn(recoveryCodes[0])).toMatchObject({ kind: 'signed_in' })
    } finally {
      process.env.NEXTAUTH_SECRET = secretOfServer
    }
  })

  test('a code works if NEXTAUTH_SECRET_OLD decrypts its secret, which is then re-encrypted', async () => {
    const { secret } = await switchOn(person)
    process.env.NEXTAUTH_SECRET = 'another secret, after the first one was changed for it'
    process.env.NEXTAUTH_SECRET_OLD = secretOfServer.replaceAll(' ', '-')
    try {
      await encryptWith(process.env.NEXTAUTH_SECRET_OLD)
      expect(await signIn('000000')).toEqual({ kind: 'code_refused' })
      expect(await signIn(await makeCode(secret))).toMatchObject({ kind: 'signed_in' })
      delete process.env.NEXTAUTH_SECRET_OLD
      await forgetLastStep(person)
      expect(await signIn(await makeCode(secret))).toMatchObject({ kind: 'signed_in' })
    } finally {
      process.env.NEXTAUTH_SECRET = secretOfServer
      delete process.env.NEXTAUTH_SECRET_OLD
    }

    async function encryptWith(old: string) {
      const currentSecret = process.env.NEXTAUTH_SECRET!
      process.env.NEXTAUTH_SECRET = old
      delete process.env.NEXTAUTH_SECRET_OLD
      const encryptedSecret = encryptText(secret, 'totp', person.userId)
      await getDatabase().$executeRaw`
        update totp set sealed_secret = ${encryptedSecret} where user_id = ${person.userId}::uuid`
      process.env.NEXTAUTH_SECRET = currentSecret
      process.env.NEXTAUTH_SECRET_OLD = old
    }
  })

  test('API tokens require no code', async () => {
    const { secret } = await createToken.execute(person, { name: 'a', scope: 'read', days: 1 })
    await switchOn(person)
    expect(await findActorByToken(secret)).toMatchObject({ userId: person.userId })
  })
})

describe('turning two-factor codes off and creating new recovery codes', () => {
  test.each([
    ['endTotp', endTotp],
    ['renewRecoveryCodes', renewRecoveryCodes],
  ] as const)('%s needs both password and code', async (_, operation) => {
    const { secret } = await switchOn(person)
    const code = await makeCode(secret)
    await expect(operation.execute(person, { password: 'wrong', code })).rejects.toMatchObject({
      details: { issues: [{ location: 'password' }] },
    })
    await expect(operation.execute(person, { password, code: '000000' })).rejects.toMatchObject({
      details: { issues: [{ location: 'code' }] },
    })
    expect(await signIn()).toEqual({ kind: 'code_required' })
    await operation.execute(person, { password, code })
  })

  test('earlier recovery codes are rejected after codes were turned off and on again', async () => {
    const { secret, recoveryCodes } = await switchOn(person)
    await endTotp.execute(person, { password, code: await makeCode(secret) })
    expect(await signIn()).toMatchObject({ kind: 'signed_in' })
    const secondSetup = await switchOn(person)
    expect(await signIn(recoveryCodes[0])).toEqual({ kind: 'code_refused' })
    expect(await signIn(secondSetup.recoveryCodes[0])).toMatchObject({ kind: 'signed_in' })
  })

  test('new recovery codes replace earlier ones', async () => {
    const { secret, recoveryCodes } = await switchOn(person)
    const code = await makeCode(secret)
    const renewed = await renewRecoveryCodes.execute(person, { password, code })
    expect(await signIn(recoveryCodes[0])).toEqual({ kind: 'code_refused' })
    expect(await signIn(renewed.recoveryCodes[0])).toMatchObject({ kind: 'signed_in' })
  })

  test('a host command turns codes off for a person who can’t sign in', async () => {
    await switchOn(person)
    const end = () => endTotpFor.execute(hostActor, { user: person.email })
    expect(await end()).toEqual({ user: person.userId, wasOn: true })
    expect(await end()).toEqual({ user: person.userId, wasOn: false })
    expect(await signIn()).toMatchObject({ kind: 'signed_in' })
  })
})

describe('where two-factor codes are required of admins or of everyone', () => {
  beforeEach(() => {
    process.env.STEPMARK_REQUIRE_TOTP = 'admins'
  })
  afterEach(() => {
    delete process.env.STEPMARK_REQUIRE_TOTP
    delete process.env.STEPMARK_OIDC_ONLY
  })

  /** As their next request loads them. */
  async function loadActor({ userId }: Person): Promise<Person> {
    const { actor } = await findRequesterBySession(await createTestSession(userId, null), null)
    if (actor.kind !== 'person') throw new Error('a person was meant')
    return actor
  }

  /** As their next request loads them after a provider sign-in. */
  async function loadActorFromProvider(
    { userId }: Person,
    hasSecondFactor: boolean,
  ): Promise<Person> {
    const from = { userAgent: null, address: null }
    const session = await createSession(userId, from, { by: 'provider', hasSecondFactor })
    const { actor } = await findRequesterBySession(session!.secret, null)
    if (actor.kind !== 'person') throw new Error('a person was meant')
    return actor
  }

  test('instance and project admins can only open their account; other people are not restricted', async () => {
    const project = await makeProject()
    const [annotator, reviewer, admin] = [
      await makeMember(project, 'annotator'),
      await makeMember(project, 'reviewer'),
      await makeMember(project, 'admin'),
    ]
    for (const each of [annotator, reviewer]) {
      expect(await getPreferences.execute(await loadActor(each), {})).toHaveProperty('keys')
      expect(await getTotp.execute(await loadActor(each), {})).toMatchObject({ requirement: 'no' })
    }
    for (const each of [admin, project.admin]) {
      const actor = await loadActor(each)
      expect(await getAccount.execute(actor, {})).toMatchObject({ id: each.userId })
      expect(await getTotp.execute(actor, {})).toMatchObject({
        requirement: 'required',
        isOn: false,
      })
      const refusal = { code: 'forbidden', message: expect.stringContaining('/account') as string }
      await expect(getPreferences.execute(actor, {})).rejects.toMatchObject(refusal)
      const token = { name: 'a way around', scope: 'write' as const, days: 1 }
      await expect(createToken.execute(actor, token)).rejects.toMatchObject(refusal)
    }
  })

  test('turning codes on restores access, and turning them off removes it', async () => {
    const { admin } = await makeProject()
    await startTotp.execute(await loadActor(admin), { password })
    await expect(getPreferences.execute(await loadActor(admin), {})).rejects.toThrow('/account')
    const { secret } = await switchOn(admin)
    expect(await getPreferences.execute(await loadActor(admin), {})).toHaveProperty('keys')
    await endTotp.execute(await loadActor(admin), { password, code: await makeCode(secret) })
    await expect(getPreferences.execute(await loadActor(admin), {})).rejects.toThrow('/account')
  })

  test('a provider sign-in with a second factor needs no code in that session', async () => {
    const { admin } = await makeProject()
    expect(
      await getPreferences.execute(await loadActorFromProvider(admin, true), {}),
    ).toHaveProperty('keys')
    for (const actor of [await loadActor(admin), await loadActorFromProvider(admin, false)])
      await expect(getPreferences.execute(actor, {})).rejects.toThrow('/account')
  })

  test('annotators get access once they turn codes on, if codes are required of everyone', async () => {
    process.env.STEPMARK_REQUIRE_TOTP = 'everyone'
    const annotator = await makeMember(await makeProject(), 'annotator')
    const actor = await loadActor(annotator)
    expect(await getTotp.execute(actor, {})).toMatchObject({
      requirement: 'required',
      isOn: false,
    })
    await expect(getPreferences.execute(actor, {})).rejects.toThrow('/account')
    const token = { name: 'a way around', scope: 'read' as const, days: 1 }
    await expect(createToken.execute(actor, token)).rejects.toThrow('/account')
    const withSecondFactor = await loadActorFromProvider(annotator, true)
    expect(await getPreferences.execute(withSecondFactor, {})).toHaveProperty('keys')
    await switchOn(annotator)
    expect(await getPreferences.execute(await loadActor(annotator), {})).toHaveProperty('keys')
  })

  test('the provider must report a second factor where passwords are off', async () => {
    process.env.STEPMARK_OIDC_ONLY = 'on'
    const { admin } = await makeProject()
    expect(
      await getPreferences.execute(await loadActorFromProvider(admin, true), {}),
    ).toHaveProperty('keys')
    await expect(
      getPreferences.execute(await loadActorFromProvider(admin, false), {}),
    ).rejects.toThrow('/account')
    expect(await getTotp.execute(admin, {})).toMatchObject({ requirement: 'no', isOffered: false })
    await expect(startTotp.execute(admin, { password })).rejects.toMatchObject({ code: 'conflict' })
    const { email } = admin
    expect(await checkCredentials({ email, password }, 'x')).toEqual({ kind: 'refused' })
  })
})

test.each([
  ['startTotp', () => startTotp.execute(person, { password: 'wrong' })],
  ['confirmTotp', () => confirmTotp.execute(person, { code: '000000' })],
  ['renewRecoveryCodes', () => renewRecoveryCodes.execute(person, proofs)],
  ['endTotp', () => endTotp.execute(person, proofs)],
] as const)(
  '%s is rejected as rate-limited after too many wrong passwords or codes',
  async (_, guess) => {
    for (let i = 0; i < maxAttemptsPerAccount; i++)
      await expect(guess()).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(guess()).rejects.toMatchObject({ code: 'rate_limited' })
  },
)

test('twelve concurrent confirmations of a code don’t deadlock on database connections', async () => {
  // More than there are connections: if each needed another one, all would wait forever.
  const people = await Promise.all(Array.from({ length: 12 }, () => makePerson()))
  const refusals = people.map((person) =>
    confirmTotp.execute(person, { code: '000000' }).catch((error: unknown) => error),
  )
  for (const refusal of await Promise.all(refusals))
    expect(refusal).toMatchObject({ code: 'invalid_input' })
})

test('a code from one two-factor secret can’t confirm a newer secret of the same person', async () => {
  const person = await makePerson()
  const { secret } = await startTotp.execute(person, { password: testPassword })
  // Another tab starts again, and has not finished yet.
  const openTransaction = openLongTransaction(async (db) => {
    await db.$executeRaw`
      update totp set sealed_secret = '\\x00' where user_id = ${person.userId}::uuid`
  })
  await openTransaction.started
  const confirmation = confirmTotp
    .execute(person, { code: await generate({ secret }) })
    .catch((error: unknown) => error)
  await expect.poll(countBlockedStatements).toBe(1)
  await openTransaction.end()
  expect(await confirmation).toMatchObject({ code: 'invalid_input' })
  expect(await getTotp.execute(person, {})).toMatchObject({ isOn: false })
})
