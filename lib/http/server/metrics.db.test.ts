import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { respondToMetricsRequest } from './metrics-response'

useTestDatabase()

const origin = 'http://stepmark.test'
const token = 'a-token-that-opens-the-metrics'
let api: { fetch(request: Request): Response | Promise<Response> }
let project: TestProject
let bearerHeader: string

beforeAll(async () => {
  process.env.NEXTAUTH_URL = origin
  process.env.NEXTAUTH_SECRET = 'A secret for tests that is long enough to be 1'
  process.env.STEPMARK_METRICS_TOKEN = token
  api = (await import('./api')).buildApiRouter()
  project = await makeProject({ overlap: 1 })
  await importLines(project, [makeProblemLine('a', [0.5, 0.4, 0.3])])
  // An excluded solution does not wait.
  await getDatabase().$executeRaw`
    insert into queue_exclusion (project_id, solution_id, reason, user_id)
    select project_id, id, 'A riddle.', ${project.admin.userId}::uuid from solution
    where project_id = ${project.id}::uuid order by score limit 1`
  const apiToken = await createToken.execute(project.admin, { name: 't', scope: 'write', days: 1 })
  bearerHeader = `Bearer ${apiToken.secret}`
})

function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const allHeaders = { authorization: bearerHeader, 'content-type': 'application/json', ...headers }
  return api.fetch(new Request(`${origin}/api/v1${path}`, { ...init, headers: allHeaders }))
}

const fetchMetrics = (authorization?: string) =>
  respondToMetricsRequest(new Request(origin, { headers: authorization ? { authorization } : {} }))

async function readMetrics(): Promise<Map<string, number>> {
  const text = await (await fetchMetrics(`Bearer ${token}`)).text()
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    rows.map((row) => [row.slice(0, row.lastIndexOf(' ')), Number(row.split(' ').at(-1))]),
  )
}

/** Makes the next read refresh the database gauges. */
function forgetGauges(): void {
  const processGlobals = globalThis as { stepmarkDatabaseGauges?: { readAt: number | null } }
  if (processGlobals.stepmarkDatabaseGauges) processGlobals.stepmarkDatabaseGauges.readAt = null
}

describe('the metrics endpoint', () => {
  test.each([
    undefined,
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    token,
    `Basic ${token}`,
  ])('is unavailable with the Authorization header %s', async (authorization) => {
    const response = await fetchMetrics(authorization)
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('stepmark_')
  })

  test('is unavailable to everyone if no token or an empty one is set', async () => {
    for (const unset of [undefined, '']) {
      if (unset === undefined) delete process.env.STEPMARK_METRICS_TOKEN
      else process.env.STEPMARK_METRICS_TOKEN = unset
      for (const authorization of [undefined, `Bearer ${token}`, 'Bearer ', 'Bearer undefined'])
        expect((await fetchMetrics(authorization)).status).toBe(404)
    }
    process.env.STEPMARK_METRICS_TOKEN = token
  })
})

test('the metrics count calls, claims, rejections, repeats, leases, items, jobs and connections', async () => {
  const path = `/projects/${project.slug}/claims`
  const key = { 'idempotency-key': randomUUID() }
  const before = await readMetrics()
  expect(before.get('stepmark_queue_waiting_items')).toBe(2)
  expect(before.get('stepmark_refusals_total{code="lease_lost"}')).toBe(0)
  expect(before.get('stepmark_database_up')).toBe(1)
  await getDatabase().$transaction((db) => enqueueJob(db, 'sweep-files', {}))

  expect((await send(path, {}, key)).status).toBe(200)
  expect((await send(path, {}, key)).status).toBe(200)
  const unknownLease = await send(`/projects/${project.slug}/leases/${randomUUID()}/heartbeat`, {})
  expect(unknownLease.status).toBe(409)
  forgetGauges()
  const after = await readMetrics()

  const claims = 'stepmark_call_seconds_count{operation="claimNext",status="200"}'
  expect(after.get(claims)).toBe(2)
  expect(after.get('stepmark_claims_total{outcome="solution_work"}')).toBe(2)
  expect(after.get('stepmark_idempotent_replays_total')).toBe(1)
  expect(after.get('stepmark_refusals_total{code="lease_lost"}')).toBe(1)
  expect(after.get('stepmark_leases{purpose="work"}')).toBe(1)
  expect(after.get('stepmark_oldest_lease_seconds{purpose="work"}')).toBeGreaterThan(0)
  expect(after.get('stepmark_queue_waiting_items')).toBe(1)
  expect(after.get('stepmark_jobs{job="sweep-files",state="created"}')).toBe(1)
  expect(after.get('stepmark_database_connections{pool="everyday",state="idle"}')).toBeGreaterThan(
    0,
  )
  expect(after.get('stepmark_database_waiting{pool="everyday"}')).toBe(0)
  expect([...after.keys()]).toContain('nodejs_eventloop_lag_p99_seconds')
  expect([...after.keys()].join()).not.toContain(project.slug)
})

test('queries the database for metrics at most every 10 seconds, however often they are read', async () => {
  await readMetrics()
  const queryRaw = vi.spyOn(getDatabase(), '$queryRaw')
  await Promise.all(Array.from({ length: 20 }, readMetrics))
  expect(queryRaw).not.toHaveBeenCalled()
  forgetGauges()
  await Promise.all(Array.from({ length: 20 }, readMetrics))
  expect(queryRaw).toHaveBeenCalledTimes(5)
  queryRaw.mockRestore()
})

test('the metrics without a database have no outdated values, and all that need no database', async () => {
  const url = process.env.DATABASE_URL
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'
  forgetGauges()
  const metrics = await readMetrics()
  expect(metrics.get('stepmark_database_up')).toBe(0)
  expect(metrics.has('stepmark_queue_waiting_items')).toBe(false)
  expect(metrics.has('stepmark_leases{purpose="work"}')).toBe(false)
  expect(metrics.has('nodejs_eventloop_lag_seconds')).toBe(true)
  await closeDatabase()
  process.env.DATABASE_URL = url
})
