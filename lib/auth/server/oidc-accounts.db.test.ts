import { randomUUID } from 'node:crypto'
import { generate } from 'otplib'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { checkCredentials } from './check-credentials'
import { createToken } from './commands'
import { findOrLinkOidcAccount } from './oidc-accounts'
import { insertResetLink } from './password-reset-links'
import { confirmTotp, startTotp } from './totp-commands'

useTestDatabase()

beforeAll(() => {
  process.env.NEXTAUTH_URL = 'http://localhost:3000'
  process.env.NEXTAUTH_SECRET = 'ThisOneIsOnlyForTestsAndHasEnoughCharacters0123456789'
})

const iss = 'https://id.example.org'

const signIn = (email: string | null, overrides: object = {}) =>
  findOrLinkOidcAccount({ iss, sub: randomUUID(), email, email_verified: true, ...overrides })

const makeSignedInOutcome = ({ userId }: Person) => ({ kind: 'signed_in', userId })
/** `whose`: the account of a rejected person, if known. */
const makeRefusal = (reason: string, whose: Person | null = null) => ({
  kind: 'refused',
  reason,
  userId: whose?.userId ?? null,
})

test('a verified email address identifies the account at the first provider sign-in, and only the subject later', async () => {
  const [mei, ada] = [await makePerson(), await makePerson()]
  const sub = randomUUID()
  expect(await signIn(` ${mei.email.toUpperCase()}`, { sub })).toEqual(makeSignedInOutcome(mei))
  // Later, the provider sends the address of another account, an unverified one or none: it no longer matters.
  for (const laterEmail of [ada.email, mei.email, null])
    expect(await signIn(laterEmail, { sub, email_verified: false })).toEqual(
      makeSignedInOutcome(mei),
    )
})

test('rejects a second subject of one provider for an account, but accepts one of another provider', async () => {
  const mei = await makePerson()
  expect(await signIn(mei.email)).toEqual(makeSignedInOutcome(mei))
  expect(await signIn(mei.email)).toEqual(makeRefusal('identity_mismatch', mei))
  expect(await signIn(mei.email, { iss: 'https://other.example.org' })).toEqual(
    makeSignedInOutcome(mei),
  )
})

test('the same subject at another provider identifies a different person', async () => {
  const mei = await makePerson()
  const sub = randomUUID()
  expect(await signIn(mei.email, { sub })).toEqual(makeSignedInOutcome(mei))
  expect(await signIn(null, { sub, iss: 'https://other.example.org' })).toEqual(
    makeRefusal('email_unverified'),
  )
})

test('concurrent sign-ins of one person link the account to the provider once', async () => {
  const mei = await makePerson()
  const sub = randomUUID()
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => signIn(mei.email, { sub })))
  expect(outcomes).toEqual(outcomes.map(() => makeSignedInOutcome(mei)))
  expect(await getDatabase().oidcIdentity.count({ where: { userId: mei.userId } })).toBe(1)
  const entries = { actor: `user:${mei.userId}`, action: 'identity.link' }
  expect(await getDatabase().auditEntry.count({ where: entries })).toBe(1)
})

test.each([[false], ['true'], [1], [null], [undefined]])(
  'an address whose email_verified is %s neither signs in nor links to an account',
  async (verified) => {
    const mei = await makePerson()
    expect(await signIn(mei.email, { email_verified: verified })).toEqual(
      makeRefusal('email_unverified'),
    )
    expect(await getDatabase().oidcIdentity.count({ where: { userId: mei.userId } })).toBe(0)
  },
)

test('rejects a provider sign-in without an account, and creates no account', async () => {
  const before = await getDatabase().user.count()
  expect(await signIn('nobody@example.org')).toEqual(makeRefusal('no_account'))
  expect(await signIn(null)).toEqual(makeRefusal('email_unverified'))
  expect(await getDatabase().user.count()).toBe(before)
})

test('rejects a provider sign-in to a disabled account, whether it was linked or not', async () => {
  const [unlinked, linked] = [await makePerson(), await makePerson()]
  const sub = randomUUID()
  expect(await signIn(linked.email, { sub })).toEqual(makeSignedInOutcome(linked))
  for (const { userId } of [unlinked, linked])
    await getDatabase()
      .$executeRaw`update app_user set disabled_at = now() where id = ${userId}::uuid`
  expect(await signIn(unlinked.email)).toEqual(makeRefusal('no_account', unlinked))
  expect(await signIn(linked.email, { sub })).toEqual(makeRefusal('no_account', linked))
})

test('the owner of a verified address takes over an account that someone else created with it, and the creator loses access', async () => {
  const accountCreator = await makePerson()
  const { userId, email } = accountCreator
  await createTestSession(userId, 'test')
  await insertResetLink(getDatabase(), { userId, createdById: null })
  await createToken.execute(accountCreator, { name: 'theirs', scope: 'write', days: 1 })
  const { secret } = await startTotp.execute(accountCreator, { password: testPassword })
  await confirmTotp.execute(accountCreator, { code: await generate({ secret }) })
  await getDatabase().$executeRaw`
    update app_user set email_verified_at = null where id = ${userId}::uuid`
  expect(await signIn(email)).toEqual(makeSignedInOutcome(accountCreator))
  const account = await getDatabase().user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      emailVerifiedAt: true,
      totp: true,
      sessions: { where: { revokedAt: null } },
      tokens: { where: { revokedAt: null } },
    },
  })
  expect(account).toMatchObject({ totp: null, sessions: [], tokens: [] })
  expect(account.emailVerifiedAt).not.toBeNull()
  expect(await getDatabase().passwordReset.count({ where: { userId, endedAt: null } })).toBe(0)
  const credentials = { email, password: testPassword }
  expect(await checkCredentials(credentials, '203.0.113.7')).toEqual({ kind: 'refused' })
})

test('an account with a confirmed address keeps its password after a provider sign-in', async () => {
  const mei = await makePerson()
  expect(await signIn(mei.email)).toEqual(makeSignedInOutcome(mei))
  const credentials = { email: mei.email, password: testPassword }
  expect(await checkCredentials(credentials, '203.0.113.7')).toMatchObject({ kind: 'signed_in' })
})
