import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import {
  type AnnotatableProject,
  makeAnnotatableProject,
  runWithDatabaseUrl,
} from './testing/annotatable-project'
import type { AnnotatorClient } from './testing/annotator-client'
import { compareSentWritesWithDatabase } from './testing/compare-sent-writes'
import { listHostileRequests } from './testing/hostile-requests'
import { requestWithoutRetry } from './testing/lease-holder'
import { openSockets, type OpenSockets, sendRawBytes } from './testing/raw-socket'
import { startTestSystem, type TestSystem } from './testing/test-system'

/* Attacks on a process while annotators work. The annotators may only notice slower responses. */

const size = isFullTestRun
  ? { drips: 10, slow: 500, idle: 10_000, floodSeconds: 30, exports: 100, signIns: 300, people: 4 }
  : { drips: 4, slow: 20, idle: 100, floodSeconds: 0.8, exports: 20, signIns: 8, people: 2 }
const floodPerSecond = 500
const paceMs = isFullTestRun ? 250 : 600
const memoryLimitMegabytes = 1_024
const readyWithinMs = 10_000
/** At full size the default (docs/operate.md), otherwise a quarter of it. */
const callsPerMinute = isFullTestRun ? '1200' : '300'

let system: TestSystem
let annotatedProject: AnnotatableProject
let url = ''
let token = ''
const annotators: AnnotatorClient[] = []
let annotatorRuns: Promise<void>[] = []
const stopController = new AbortController()
const figures: Record<string, string | number> = {}
let maxMegabytes = 0
let memoryTimer: NodeJS.Timeout

beforeAll(async () => {
  system = await startTestSystem({
    processes: 1,
    env: { STEPMARK_RATE_LIMIT_PER_MINUTE: callsPerMinute, STEPMARK_WORKER: 'on' },
  })
  url = system.servers[0]!.url
  annotatedProject = await makeAnnotatableProject(system.databaseUrl, isFullTestRun ? 4_000 : 200)
  ;({ token } = await annotatedProject.enrol())
  annotators.push(...(await annotatedProject.addClients(size.people, [url])))
  annotatorRuns = annotators.map((annotator) =>
    annotator.work(() => stopController.signal.aborted, false, paceMs),
  )
  memoryTimer = setInterval(() => (maxMegabytes = Math.max(maxMegabytes, readMegabytes())), 200)
})
afterAll(async () => {
  stopController.abort()
  clearInterval(memoryTimer)
  await Promise.all(annotatorRuns)
  await system?.stop()
})

function readMegabytes(): number {
  const status = readFileSync(`/proc/${system.servers[0]!.process.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024)
}

async function waitUntilReady(): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { status } = await requestWithoutRetry(`${url}/readyz`)
    const ms = Math.round(performance.now() - startedAt)
    if (status === 200) return ms
    expect(ms, 'ready again').toBeLessThan(readyWithinMs)
    await sleep(100)
  }
}

/** Waits until this number of further writes succeeded. */
async function expectFurtherWrites(writes = 5 * size.people): Promise<void> {
  const countWrites = () =>
    annotators.flatMap(({ sentWrites }) => sentWrites).filter(({ outcome }) => outcome === 'done')
      .length
  const targetCount = countWrites() + writes
  await vi.waitFor(() => expect(countWrites()).toBeGreaterThanOrEqual(targetCount), {
    timeout: 60_000,
    interval: 100,
  })
}

test('connections that send slowly or send nothing do not block other requests', async () => {
  const path = `/api/v1/projects/${annotatedProject.project.slug}/claims`
  const start = `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n`
  const body = 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n'
  const sockets: OpenSockets[] = await Promise.all([
    openSockets(url, size.slow, { start: start + body, drip: ' ' }),
    openSockets(url, size.slow, { start, drip: 'x-a: b\r\n' }),
    openSockets(url, size.idle),
  ])
  try {
    expect(sockets.map(({ opened }) => opened)).toEqual([size.slow, size.slow, size.idle])
    await vi.waitFor(() => expect(sockets[0]!.countDrips()).toBeGreaterThanOrEqual(size.drips), {
      timeout: 60_000,
      interval: 100,
    })
    expect((await requestWithoutRetry(`${url}/readyz`)).status).toBe(200)
    await expectFurtherWrites()
    // lib/http/server/http-servers.test.ts tests short time limits. These are the default ones.
    if (isFullTestRun) await expectAllClosed(sockets)
  } finally {
    sockets.forEach((each) => each.close())
  }
  figures['slow bodies / slow headers / silent connections'] = sockets
    .map(({ opened }) => opened)
    .join(' / ')
})

async function expectAllClosed(sockets: readonly OpenSockets[]): Promise<void> {
  const startedAt = performance.now()
  const countOpen = () => sockets.reduce((sum, each) => sum + each.countOpen(), 0)
  while (countOpen() > 0 && performance.now() - startedAt < 240_000) await sleep(1_000)
  figures['all ended by the server after, s'] = Math.round((performance.now() - startedAt) / 1_000)
  expect(countOpen()).toBe(0)
}

test('an account that sends 500 requests a second is limited', async () => {
  const countsByStatus = new Map<number, number>()
  const lostByMessage = new Map<string, number>()
  const pendingCalls: Promise<void>[] = []
  // A new person, so that their rate-limit window starts now.
  const floodingAccount = await annotatedProject.enrol()
  const requestAccount = async () => {
    const headers = { authorization: `Bearer ${floodingAccount.token}` }
    const { status, retryAfter, type, body } = await requestWithoutRetry(`${url}/api/v1/account`, {
      headers,
    })
    countsByStatus.set(status, (countsByStatus.get(status) ?? 0) + 1)
    if (status === 0) lostByMessage.set(body, (lostByMessage.get(body) ?? 0) + 1)
    if (status !== 429 && status !== 503) return
    expect(type).toContain('application/problem+json')
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  const startedAt = performance.now()
  const calls = floodPerSecond * size.floodSeconds
  while (pendingCalls.length < calls) {
    const dueCount = Math.min(calls, ((performance.now() - startedAt) / 1_000) * floodPerSecond)
    while (pendingCalls.length < dueCount) pendingCalls.push(requestAccount())
    await sleep(10)
  }
  await Promise.all(pendingCalls)
  const windows = Math.ceil((performance.now() - startedAt) / 60_000)
  figures['calls of one account / of them 200, 429'] =
    `${pendingCalls.length} / ${countsByStatus.get(200) ?? 0}, ${countsByStatus.get(429) ?? 0}`
  figures['all calls by status'] = JSON.stringify(Object.fromEntries(countsByStatus))
  // Two cores, which also run the client, answer about 300 calls a second. At full size, the flooding account therefore
  // loses calls. The last test checks that the annotators lose none.
  figures['lost calls of that account'] = JSON.stringify(Object.fromEntries(lostByMessage))
  if (!isFullTestRun) expect(Object.fromEntries(lostByMessage)).toEqual({})
  const expectedStatuses = new Set([200, 429, 503, ...(isFullTestRun ? [0] : [])])
  expect([...countsByStatus.keys()].filter((status) => !expectedStatuses.has(status))).toEqual([])
  expect(countsByStatus.get(200) ?? 0).toBeLessThanOrEqual(windows * Number(callsPerMinute))
  // A slow machine answers more requests with 503, and those don't count as calls.
  const rejectedCount =
    (countsByStatus.get(429) ?? 0) + (isFullTestRun ? 0 : (countsByStatus.get(503) ?? 0))
  expect(rejectedCount).toBeGreaterThan(pendingCalls.length / 20)
})

test('concurrent exports are served or answered with "try later", although half of the clients do not read the reply', async () => {
  const adminToken = await runWithDatabaseUrl(system.databaseUrl, async () => {
    const input = { name: 'exports', scope: 'read', days: 1 } as const
    return (await createToken.execute(annotatedProject.project.admin, input)).secret
  })
  const path = `/api/v1/projects/${annotatedProject.project.slug}/export?format=stepmark`
  const requestHead = `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${adminToken}\r\n\r\n`
  const unreadSockets = await openSockets(url, size.exports / 2, {
    start: requestHead,
    reads: false,
  })
  const requestExport = () =>
    requestWithoutRetry(url + path, { headers: { authorization: `Bearer ${adminToken}` } })
  const replies = await Promise.all(Array.from({ length: size.exports / 2 }, requestExport))
  await expectFurtherWrites()
  unreadSockets.close()
  const exportCount = replies.filter(({ status }) => status === 200).length
  figures['exports / unread / served of those read'] =
    `${size.exports} / ${unreadSockets.opened} / ${exportCount}`
  for (const { status, retryAfter, body } of replies) {
    expect([200, 429, 503], body.slice(0, 300)).toContain(status)
    if (status !== 200) expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  // Large exports that are not read can keep all connections for exports until they end.
  await vi.waitUntil(async () => (await requestExport()).status === 200, {
    timeout: 60_000,
    interval: 1_000,
  })
})

test('requests that are too large, wrongly framed or of another protocol get an allowed answer that reveals no internals', async () => {
  const { host } = new URL(url)
  const requests = listHostileRequests({
    host,
    project: annotatedProject.project.slug,
    token: (await annotatedProject.enrol()).token,
  })
  const problems: string[] = []
  for (const { name, bytes, expected, answers = 1 } of requests) {
    const { statuses, text } = await sendRawBytes(url, bytes, answers)
    const finalStatuses = statuses.filter((status) => status >= 200)
    const receivedStatuses = finalStatuses.length === 0 ? [0] : finalStatuses
    if (!receivedStatuses.every((status) => expected.includes(status)) || statuses.includes(101))
      problems.push(`${name}: ${receivedStatuses.join()}`)
    if (/node_modules|\bat \S+ \(|Prisma/.test(text)) problems.push(`${name}: reveals internals`)
    if (answers > 2 && finalStatuses.length !== answers)
      problems.push(`${name}: ${finalStatuses.length} answers`)
  }
  figures['hostile requests'] = requests.length
  expect(problems).toEqual([])
  expect(requests.length).toBeGreaterThanOrEqual(35)
})

test('concurrent password guesses are rejected or answered with "try later"', async () => {
  const csrf = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const guess = (i: number) =>
    requestWithoutRetry(`${url}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: {
        cookie,
        origin: url,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `203.0.113.${i % 250}`,
      },
      body: new URLSearchParams({
        csrfToken,
        email: `unknown${i}@example.org`,
        password: `a wrong one ${i}`,
        json: 'true',
      }),
    })
  const startedAt = performance.now()
  const replies = await Promise.all(Array.from({ length: size.signIns }, (_, i) => guess(i)))
  figures['guesses at once / answered within, s'] =
    `${size.signIns} / ${((performance.now() - startedAt) / 1_000).toFixed(1)}`
  for (const { status, body } of replies)
    expect([401, 429, 503], body.slice(0, 300)).toContain(status)
})

test('annotators who work during the attacks lose no write, and the process stays within its memory limit', async () => {
  figures['ready again after, ms'] = await waitUntilReady()
  stopController.abort()
  await Promise.all(annotatorRuns)
  const sentWrites = annotators.flatMap((annotator) => annotator.sentWrites)
  const mismatches = await withPgClient(system.databaseUrl, (client) =>
    compareSentWritesWithDatabase(client, annotatedProject.project.id, sentWrites),
  )
  const times = annotators.flatMap((annotator) => annotator.times).sort((a, b) => a - b)
  const quantile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  reportTestFigures('Abuse: attacks on a process while annotators work', {
    ...figures,
    'writes of annotators': sentWrites.length,
    'of them p50 / p95, ms': `${quantile(0.5)} / ${quantile(0.95)}`,
    retries: annotators.reduce((sum, { retries }) => sum + retries, 0),
    'memory at most / at the end, MB': `${maxMegabytes} / ${readMegabytes()}`,
  })
  expect(annotators.flatMap(({ unexpected }) => unexpected)).toEqual([])
  expect(sentWrites.filter(({ outcome }) => outcome !== 'done')).toEqual([])
  expect(sentWrites.length).toBeGreaterThan(10 * size.people)
  for (const [kind, violations] of Object.entries(mismatches))
    expect(violations.slice(0, 5), kind).toEqual([])
  expect(maxMegabytes).toBeGreaterThan(0)
  expect(maxMegabytes).toBeLessThanOrEqual(memoryLimitMegabytes)
})
