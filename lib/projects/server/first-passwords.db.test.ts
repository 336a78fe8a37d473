import { encode } from 'next-auth/jwt'
import { generate } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonymousActor, hostActor, type Person } from '@/lib/auth/actor'
import { changePassword } from '@/lib/auth/server/account-commands'
import { checkCredentials } from '@/lib/auth/server/check-credentials'
import { createAdmin, createToken } from '@/lib/auth/server/commands'
import { insertResetLink } from '@/lib/auth/server/password-reset-links'
import { getAccount } from '@/lib/auth/server/queries'
import { resetPassword } from '@/lib/auth/server/reset-commands'
import { findRequesterBySession } from '@/lib/auth/server/sessions'
import { signInByCode, signInByProvider } from '@/lib/auth/server/sign-in'
import { confirmTotp, startTotp } from '@/lib/auth/server/totp-commands'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, makeProject, type TestProject, testPassword } from '@/prisma/seed/factories'
import { acceptInvite } from './accept-invite'
import { addMember } from './commands'
import { createInvite } from './invite-commands'
import { listProjects } from './queries'

useTestDatabase()

const chosenPassword = 'a lantern under quiet water'

let project: TestProject
beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  process.env.DATABASE_URL ??= 'postgresql://nobody@127.0.0.1:1/nothing'
  project = await makeProject()
})

let people = 0
const makeAddress = () => `ling.${(people += 1)}@example.org`

/** A person added by a script, with the first password that was returned. */
async function add() {
  const email = makeAddress()
  const membership = { project: project.slug, name: 'Ling Wu', role: 'annotator' as const }
  const { user: userId, password } = await addMember.execute(project.admin, {
    ...membership,
    email,
  })
  return { userId, email, password: password! }
}

const enter = ({ email }: { email: string }, password: string) =>
  checkCredentials({ email, password }, email)

async function createSession(userId: string) {
  const secret = await createTestSession(userId, 'test')
  return async () => (await findRequesterBySession(secret, null)).actor as Person
}

const signInWithProvider = ({ email }: { email: string }, message: object = {}) =>
  signInByProvider(
    { userAgent: null, address: null, cookie: null },
    { iss: 'https://id.example.org', sub: email, email, email_verified: true, ...message },
  )

const listEnds = ({ userId }: { userId: string }) =>
  getDatabase().auditEntry.findMany({
    where: { actor: `user:${userId}`, action: 'first-password.end' },
    select: { target: true },
  })

/** Turns on two-factor codes as if the first password still allowed everything. */
async function switchCodesOn({ userId, email, password }: Awaited<ReturnType<typeof add>>) {
  const via = { kind: 'session', sessionId: userId } as const
  const actor = { ...project.admin, userId, email, via }
  const { secret } = await startTotp.execute(actor, { password })
  const [row] = await getDatabase().$queryRaw<{ now: number }[]>`
    select extract(epoch from clock_timestamp())::int as now`
  const code = await generate({ secret, epoch: row!.now })
  return (await confirmTotp.execute(actor, { code })).recoveryCodes
}

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )

const passDays = (userId: string, days: number) => getDatabase().$executeRaw`
  update app_user set first_password_until = first_password_until - make_interval(days => ${days}) where id = ${userId}::uuid`

describe('the first password of an added member', () => {
  test('is valid for 7 days and then rejected like a wrong password', async () => {
    const addedMember = await add()
    expect(await enter(addedMember, addedMember.password)).toMatchObject({ kind: 'signed_in' })
    await passDays(addedMember.userId, 6)
    expect(await enter(addedMember, addedMember.password)).toMatchObject({ kind: 'signed_in' })
    await passDays(addedMember.userId, 1)
    expect(await enter(addedMember, addedMember.password)).toEqual({ kind: 'refused' })
  })

  test('gives access only to the account page until it is changed', async () => {
    const addedMember = await add()
    const getActor = await createSession(addedMember.userId)
    expect(await outcomeOf(listProjects.execute(await getActor(), {}))).toBe('forbidden')
    const token = { name: 'script', scope: 'read', days: 1 } as const
    expect(await outcomeOf(createToken.execute(await getActor(), token))).toBe('forbidden')
    expect(await getAccount.execute(await getActor(), {})).toMatchObject({
      email: addedMember.email,
    })

    const change = { current: addedMember.password, password: chosenPassword }
    await changePassword.execute(await getActor(), change)
    expect(await outcomeOf(listProjects.execute(await getActor(), {}))).toBe('done')
    expect(await outcomeOf(createToken.execute(await getActor(), token))).toBe('done')
    await passDays(addedMember.userId, 30)
    expect(await enter(addedMember, chosenPassword)).toMatchObject({ kind: 'signed_in' })
    expect(await enter(addedMember, addedMember.password)).toEqual({ kind: 'refused' })
  })

  test('can’t be chosen as the new password', async () => {
    const addedMember = await add()
    const actor = await (await createSession(addedMember.userId))()
    const unchangedPassword = { current: addedMember.password, password: addedMember.password }
    await expect(changePassword.execute(actor, unchangedPassword)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ location: 'password' }] },
    })
    expect(await outcomeOf(listProjects.execute(actor, {}))).toBe('forbidden')
  })

  test('is replaced by a password that is set through a reset link, even after 7 days', async () => {
    const addedMember = await add()
    await passDays(addedMember.userId, 8)
    const reset = await insertResetLink(getDatabase(), {
      userId: addedMember.userId,
      createdById: null,
    })
    await resetPassword.execute(anonymousActor, { secret: reset!.secret, password: chosenPassword })
    expect(await enter(addedMember, chosenPassword)).toMatchObject({ kind: 'signed_in' })
    expect(await (await createSession(addedMember.userId))()).toMatchObject({
      hasFirstPassword: false,
    })
  })

  test('is removed with its sessions when the person signs in with an identity provider; a chosen password stays valid', async () => {
    const addedMember = await add()
    const before = await createSession(addedMember.userId)
    expect(await signInWithProvider(addedMember)).toMatchObject({ kind: 'in' })
    expect(await before()).toEqual({ kind: 'anonymous' })
    expect(await enter(addedMember, addedMember.password)).toEqual({ kind: 'refused' })
    expect(await (await createSession(addedMember.userId))()).toMatchObject({
      hasFirstPassword: false,
    })

    const person = await makePerson()
    const openSession = await createSession(person.userId)
    expect(await signInWithProvider(person)).toMatchObject({ kind: 'in' })
    expect(await openSession()).toMatchObject({ kind: 'person' })
    expect(await enter(person, testPassword)).toMatchObject({ kind: 'signed_in' })
    expect([await listEnds(addedMember), await listEnds(person)]).toEqual([
      [{ target: 'account' }],
      [],
    ])
  })

  test('can’t be chosen again through a reset link, and the reset turns off two-factor codes', async () => {
    const addedMember = await add()
    await switchCodesOn(addedMember)
    const reset = await insertResetLink(getDatabase(), {
      userId: addedMember.userId,
      createdById: null,
    })
    const set = (password: string) =>
      resetPassword.execute(anonymousActor, { secret: reset!.secret, password })
    await expect(set(addedMember.password)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ location: 'password' }] },
    })
    expect(await enter(addedMember, addedMember.password)).toEqual({ kind: 'code_required' })
    await set(chosenPassword)
    expect(await enter(addedMember, chosenPassword)).toMatchObject({ kind: 'signed_in' })
  })

  test('is removed, with the account’s two-factor codes, when an identity provider confirms a two-factor sign-in', async () => {
    const addedMember = await add()
    await switchCodesOn(addedMember)
    expect(await signInWithProvider(addedMember, { amr: ['mfa'] })).toMatchObject({ kind: 'in' })
    expect(await signInWithProvider(addedMember)).toMatchObject({ kind: 'in' })
    expect(await enter(addedMember, addedMember.password)).toEqual({ kind: 'refused' })
  })

  test('stays valid while a sign-in by identity provider waits for a two-factor code, and is removed with the correct code', async () => {
    const addedMember = await add()
    const [code = ''] = await switchCodesOn(addedMember)
    const pending = await signInWithProvider(addedMember)
    if (pending.kind !== 'pending') throw new Error(pending.kind)
    expect(await enter(addedMember, addedMember.password)).toEqual({ kind: 'code_required' })
    expect(await listEnds(addedMember)).toEqual([])
    const token = { sid: pending.secret }
    const cookie = `stepmark.session=${await encode({ token, secret: process.env.NEXTAUTH_SECRET! })}`
    const entry = await signInByCode({ userAgent: null, address: null, cookie }, code)
    if (entry.kind !== 'in') throw new Error(entry.kind)
    expect(await listEnds(addedMember)).toHaveLength(1)
    expect((await findRequesterBySession(entry.secret, null)).actor).toMatchObject({
      hasFirstPassword: false,
    })
    expect(await signInWithProvider(addedMember)).toMatchObject({ kind: 'pending' })
  })

  test('restricts no access while password sign-in is turned off', async () => {
    const { userId } = await add()
    const settings = {
      STEPMARK_OIDC_ISSUER: 'https://id.example.org',
      STEPMARK_OIDC_CLIENT_ID: 'stepmark',
      STEPMARK_OIDC_CLIENT_SECRET: 'of the provider',
      STEPMARK_OIDC_ONLY: 'on',
    }
    Object.assign(process.env, settings)
    try {
      expect(await (await createSession(userId))()).toMatchObject({ hasFirstPassword: false })
    } finally {
      for (const name of Object.keys(settings)) delete process.env[name]
    }
    expect(await (await createSession(userId))()).toMatchObject({ hasFirstPassword: true })
  })
})

test('a password set from the terminal must be changed at the first sign-in only if it was generated', async () => {
  for (const isFirstPassword of [true, false]) {
    const email = makeAddress()
    const account = { email, name: 'Ling Wu', password: chosenPassword, isFirstPassword }
    const { id } = await createAdmin.execute(hostActor, account)
    expect(await (await createSession(id))()).toMatchObject({ hasFirstPassword: isFirstPassword })
  }
})

test('a password chosen with an invite, or of an existing account, need not be changed at the first sign-in', async () => {
  const email = makeAddress()
  const input = createInvite.contract.input.parse({
    project: project.slug,
    role: 'annotator',
    email,
  })
  const { link } = await createInvite.execute(project.admin, input)
  const account = { email, name: 'Ling Wu', password: chosenPassword }
  await acceptInvite.execute(anonymousActor, { secret: link.split('#')[1]!, account })
  const knownPerson = await makePerson()
  const membership = { project: project.slug, name: 'Mei Lin', role: 'annotator' as const }
  await addMember.execute(project.admin, { ...membership, email: knownPerson.email })
  const users = await getDatabase().user.findMany({
    where: { email: { in: [email, knownPerson.email] } },
    select: { firstPasswordUntil: true },
  })
  expect(users).toEqual([{ firstPasswordUntil: null }, { firstPasswordUntil: null }])
})
