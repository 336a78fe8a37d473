import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, makeProject } from '@/prisma/seed/factories'
import { buildApiRouter } from './api'
import { operations } from './operations'
import { expensiveCallsPerHour } from './rate-limits'

useTestDatabase()

const origin = 'http://stepmark.test'
const limit = 60

beforeAll(() => {
  process.env.NEXTAUTH_URL = origin
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  process.env.STEPMARK_RATE_LIMIT_PER_MINUTE = String(limit)
  return () => {
    delete process.env.STEPMARK_RATE_LIMIT_PER_MINUTE
  }
})

afterEach(() => vi.useRealTimers())

async function makeToken(person?: Awaited<ReturnType<typeof makePerson>>): Promise<string> {
  const input = { name: 't', scope: 'write' as const, days: 1 }
  return (await createToken.execute(person ?? (await makePerson()), input)).secret
}

async function fetchApi(token: string, path = '/account', init: RequestInit = {}) {
  const reply = await buildApiRouter().fetch(
    new Request(`${origin}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    }),
  )
  const body = (await reply.json()) as Record<string, unknown>
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body }
}

test('limits the calls of a token per minute and says when to retry, without affecting other tokens', async () => {
  const person = await makePerson()
  const [token, otherToken] = [await makeToken(person), await makeToken(person)]
  for (let i = 0; i < limit; i += 1) expect((await fetchApi(token)).status).toBe(200)
  const rejectedReply = await fetchApi(token)
  expect(rejectedReply).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(rejectedReply.retryAfter)).toBeGreaterThan(50)
  expect(Number(rejectedReply.retryAfter)).toBeLessThanOrEqual(60)
  expect(rejectedReply.body.retryAfterSeconds).toBe(Number(rejectedReply.retryAfter))
  expect((await fetchApi(otherToken)).status).toBe(200)
})

test('accepts calls of a rate-limited token again after a minute', async () => {
  const token = await makeToken()
  for (let i = 0; i <= limit; i += 1) await fetchApi(token)
  expect((await fetchApi(token)).status).toBe(429)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect((await fetchApi(token)).status).toBe(200)
})

test('does not limit calls if STEPMARK_RATE_LIMIT_PER_MINUTE is off', async () => {
  process.env.STEPMARK_RATE_LIMIT_PER_MINUTE = 'off'
  const token = await makeToken()
  for (let i = 0; i <= limit; i += 1) expect((await fetchApi(token)).status).toBe(200)
  process.env.STEPMARK_RATE_LIMIT_PER_MINUTE = String(limit)
})

test('counts calls per minute in memory, without writing database rows', async () => {
  const token = await makeToken()
  const before = await getDatabase().rateLimit.count()
  await fetchApi(token)
  expect(await getDatabase().rateLimit.count()).toBe(before)
})

test('counts expensive calls per person and hour in the database, and rejects further ones', async () => {
  const project = await makeProject()
  const token = await makeToken(project.admin)
  const key = `costly-createRelease:${project.admin.userId}`
  const release = { name: 'A release', formats: ['stepmark'] }
  const create = () =>
    fetchApi(token, `/projects/${project.slug}/releases`, {
      method: 'POST',
      body: JSON.stringify(release),
    })
  expect((await create()).status).toBe(200)
  const row = await getDatabase().rateLimit.findUniqueOrThrow({ where: { key } })
  expect(row.points).toBe(1)
  await getDatabase().rateLimit.update({
    where: { key },
    data: { points: expensiveCallsPerHour.createRelease! },
  })
  const releaseCount = await getDatabase().release.count()
  const rejectedReply = await create()
  expect(rejectedReply).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(rejectedReply.retryAfter)).toBeGreaterThan(3_000)
  expect(await getDatabase().release.count()).toBe(releaseCount)
})

test('hourly limits name existing calls, and testWebhook, redeliverMessage and tryScorer have one', () => {
  const names = operations.map(({ contract }) => contract.name)
  for (const name of Object.keys(expensiveCallsPerHour)) expect(names).toContain(name)
  // Calls that send something to other people or servers.
  for (const name of ['testWebhook', 'redeliverMessage', 'tryScorer'])
    expect(expensiveCallsPerHour).toHaveProperty(name)
})
