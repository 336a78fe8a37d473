import { encode } from 'next-auth/jwt'
import { generate } from 'otplib'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import {
  countBlockedStatements,
  openLongTransaction,
} from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, testPassword } from '@/prisma/seed/factories'
import { signInByCode, signInByPassword, signInByProvider } from './sign-in'
import { maxAttemptsPerAccount } from './sign-in-attempts'
import { confirmTotp, startTotp } from './totp-commands'

useTestDatabase()

const secretOfServer = 'a secret for tests that is long enough to be one'
const originalLevel = logger.level
let lines: string[] = []

beforeAll(() => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
  process.env.NEXTAUTH_SECRET = secretOfServer
  logger.level = 'info'
  Reflect.set(logger, pino.symbols.streamSym, { write: (line: string) => void lines.push(line) })
})
afterAll(() => (logger.level = originalLevel))

let person: Person
beforeEach(async () => {
  person = await makePerson()
  lines = []
})

const request = { userAgent: null, address: '192.0.2.7', cookie: null }
const password = testPassword

/** New log lines, without common fields. */
function readLines() {
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  lines = []
  return records
    .filter(({ msg }) => msg === 'sign-in')
    .map(({ method, outcome, factors, userId }) => ({ method, outcome, factors, userId }))
}
const line = (method: string, outcome: string, factors: string[], userId?: string) => ({
  method,
  outcome,
  factors,
  userId,
})

async function switchOn(): Promise<string[]> {
  const { secret } = await startTotp.execute(person, { password })
  const [row] = await getDatabase().$queryRaw<{ now: number }[]>`
    select extract(epoch from clock_timestamp())::int as now`
  const code = await generate({ secret, epoch: row!.now })
  return [secret, ...(await confirmTotp.execute(person, { code })).recoveryCodes]
}

/** Simulates a later time, so that the test need not wait for the next code. */
async function makeCode(secret: string): Promise<string> {
  const [row] = await getDatabase().$queryRaw<{ now: number }[]>`
    update totp set last_step = 0 where user_id = ${person.userId}::uuid
    returning extract(epoch from clock_timestamp())::int as now`
  return generate({ secret, epoch: row!.now })
}

test('a password sign-in logs the account, the factors and the outcome', async () => {
  const { email, userId } = person
  await signInByPassword(request, { email, password })
  const [secret = '', recovery = ''] = await switchOn()
  await signInByPassword(request, { email, password })
  await signInByPassword(request, { email, password, code: '000000' })
  await signInByPassword(request, { email, password: 'wrong', code: await makeCode(secret) })
  await signInByPassword(request, { email, password, code: await makeCode(secret) })
  await signInByPassword(request, { email, password, code: recovery })
  expect(readLines()).toEqual([
    line('password', 'signed_in', ['password'], userId),
    line('password', 'code_required', ['password'], userId),
    line('password', 'code_refused', ['password'], userId),
    line('password', 'refused', [], userId),
    line('password', 'signed_in', ['password', 'code'], userId),
    line('password', 'signed_in', ['password', 'recovery_code'], userId),
  ])
})

test('a password sign-in to an unknown account logs neither an account nor what was typed', async () => {
  const typedPassword = 'a password typed into the wrong field'
  await signInByPassword(request, { email: typedPassword, password: 'canary-6d1f' })
  expect(lines.join('')).not.toMatch(/wrong field|canary/)
  expect(readLines()).toEqual([line('password', 'refused', [])])
})

test('a sign-in whose password is changed during the check is logged as rejected', async () => {
  const { email, userId } = person
  const change = openLongTransaction(async (db) => {
    await db.$executeRaw`update app_user set password_hash = 'another' where id = ${userId}::uuid`
  })
  await change.started
  const entering = signInByPassword(request, { email, password })
  await expect.poll(countBlockedStatements, { timeout: 15_000 }).toBe(1)
  await change.end()
  expect(await entering).toEqual({ kind: 'refused' })
  expect(readLines()).toEqual([line('password', 'refused', [], userId)])
})

test('a sign-in attempt past the limit logs the account', async () => {
  const { email, userId } = person
  for (let i = 0; i < maxAttemptsPerAccount; i++)
    await signInByPassword(request, { email, password: 'wrong' })
  lines = []
  await signInByPassword(request, { email: ` ${email.toUpperCase()}`, password })
  expect(readLines()).toEqual([line('password', 'rate_limited', [], userId)])
})

test('a provider sign-in logs whether the provider used a second factor, and a code entered after it', async () => {
  const { email, userId } = person
  const profile = { iss: 'https://id.example.org', sub: userId, email, email_verified: true }
  await signInByProvider(request, profile)
  await signInByProvider(request, { ...profile, amr: ['mfa'] })
  const [secret = '', recovery = ''] = await switchOn()
  const makePendingRequest = async () => {
    const entry = await signInByProvider(request, profile)
    const token = { sid: entry.kind === 'pending' ? entry.secret : 'none' }
    return {
      ...request,
      cookie: `stepmark.session=${await encode({ token, secret: secretOfServer })}`,
    }
  }
  const first = await makePendingRequest()
  await signInByCode(first, '000000')
  await signInByCode(first, await makeCode(secret))
  await signInByCode(await makePendingRequest(), recovery)
  await signInByCode(first, recovery)
  expect(readLines()).toEqual([
    line('provider', 'signed_in', ['provider'], userId),
    line('provider', 'signed_in', ['provider', 'provider_mfa'], userId),
    line('provider', 'code_required', ['provider'], userId),
    line('provider', 'code_refused', ['provider'], userId),
    line('provider', 'signed_in', ['provider', 'code'], userId),
    line('provider', 'code_required', ['provider'], userId),
    line('provider', 'signed_in', ['provider', 'recovery_code'], userId),
    line('provider', 'code_timeout', []),
  ])
})

test('a rejected provider sign-in logs the account if a verified address or the subject identifies it', async () => {
  const { email, userId } = person
  const profile = { iss: 'https://id.example.org', sub: userId, email, email_verified: true }
  await signInByProvider(request, { ...profile, email_verified: false })
  await signInByProvider(request, { ...profile, email: 'nobody@example.org' })
  await signInByProvider(request, 'nothing that can be read')
  await signInByProvider(request, profile)
  await signInByProvider(request, { ...profile, sub: 'another' })
  await getDatabase().$executeRaw`
    update app_user set disabled_at = now() where id = ${userId}::uuid`
  await signInByProvider(request, profile)
  expect(lines.join('')).not.toContain(email)
  expect(readLines()).toEqual([
    line('provider', 'email_unverified', []),
    line('provider', 'no_account', []),
    line('provider', 'email_unverified', []),
    line('provider', 'signed_in', ['provider'], userId),
    line('provider', 'identity_mismatch', [], userId),
    line('provider', 'no_account', [], userId),
  ])
})
