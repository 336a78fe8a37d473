import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { usePgClient } from '@/lib/platform/server/pg-client'
import {
  type AnnotatedProject,
  makeAnnotatedProject,
  withDatabase,
} from './testing/annotated-project'
import type { Annotator } from './testing/annotator'
import { isFull, reportFigures } from '@/lib/platform/testing/figures'
import { askOnce } from './testing/hand'
import { listHostileRequests } from './testing/hostile-requests'
import { startSystem, type System } from './testing/processes'
import { holdSockets, type HeldSockets, sendRaw } from './testing/raw-socket'
import { settleWrites } from './testing/settle-writes'

/* What one who means harm can do to a process while others work: they must not notice more than that it is busy. */

const size = isFull
  ? { drips: 10, slow: 500, idle: 10_000, floodSeconds: 30, exports: 100, signIns: 300, people: 4 }
  : { drips: 4, slow: 50, idle: 200, floodSeconds: 1.5, exports: 100, signIns: 40, people: 2 }
const floodPerSecond = 500
const paceMs = isFull ? 250 : 600
const memoryAtMostMegabytes = 1_024
const readyWithinMs = 10_000
/** In full the default (docs/operate.md). Otherwise half of it, for half the flood, and people work at half the pace. */
const callsPerMinute = isFull ? '1200' : '600'

let system: System
let made: AnnotatedProject
let url = ''
let token = ''
const annotators: Annotator[] = []
let working: Promise<void>[] = []
const over = new AbortController()
const figures: Record<string, string | number> = {}
let memoryMost = 0
let watching: NodeJS.Timeout

beforeAll(async () => {
  system = await startSystem({
    processes: 1,
    env: { STEPMARK_RATE_LIMIT_PER_MINUTE: callsPerMinute, STEPMARK_WORKER: 'on' },
  })
  url = system.servers[0]!.url
  made = await makeAnnotatedProject(system.databaseUrl, isFull ? 4_000 : 500)
  ;({ token } = await made.enrol())
  annotators.push(...(await made.joinMany(size.people, [url])))
  working = annotators.map((annotator) => annotator.work(() => over.signal.aborted, false, paceMs))
  watching = setInterval(() => (memoryMost = Math.max(memoryMost, readMegabytes())), 200)
})
afterAll(async () => {
  over.abort()
  clearInterval(watching)
  await Promise.all(working)
  await system?.stop()
})

function readMegabytes(): number {
  const status = readFileSync(`/proc/${system.servers[0]!.process.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024)
}

async function expectReady(): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { status } = await askOnce(`${url}/readyz`)
    const ms = Math.round(performance.now() - began)
    if (status === 200) return ms
    expect(ms, 'ready again').toBeLessThan(readyWithinMs)
    await sleep(100)
  }
}

/** Others go on: so many of their writes are answered from now on, however long that takes. */
async function expectWork(writes = 5 * size.people): Promise<void> {
  const count = () =>
    annotators.flatMap(({ sent }) => sent).filter(({ outcome }) => outcome === 'done').length
  const enough = count() + writes
  await vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(enough), {
    timeout: 60_000,
    interval: 100,
  })
}

test('connections that send slowly, or nothing, keep no one waiting', async () => {
  const path = `/api/v1/projects/${made.project.slug}/claims`
  const start = `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n`
  const body = 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n'
  const held: HeldSockets[] = await Promise.all([
    holdSockets(url, size.slow, { start: start + body, drip: ' ' }),
    holdSockets(url, size.slow, { start, drip: 'x-a: b\r\n' }),
    holdSockets(url, size.idle),
  ])
  try {
    expect(held.map(({ opened }) => opened)).toEqual([size.slow, size.slow, size.idle])
    await vi.waitFor(() => expect(held[0]!.countDrips()).toBeGreaterThanOrEqual(size.drips), {
      timeout: 60_000,
      interval: 100,
    })
    expect((await askOnce(`${url}/readyz`)).status).toBe(200)
    await expectWork()
    // The bounds are tried with short ones in lib/http/server/open-servers.test.ts; here are those of the house.
    if (isFull) await expectEnded(held)
  } finally {
    held.forEach((each) => each.close())
  }
  figures['slow bodies / slow headers / silent connections'] = held
    .map(({ opened }) => opened)
    .join(' / ')
})

async function expectEnded(held: readonly HeldSockets[]): Promise<void> {
  const began = performance.now()
  const countOpen = () => held.reduce((sum, each) => sum + each.countOpen(), 0)
  while (countOpen() > 0 && performance.now() - began < 240_000) await sleep(1_000)
  figures['all of them ended by the server after, s'] = Math.round(
    (performance.now() - began) / 1_000,
  )
  expect(countOpen()).toBe(0)
}

test('one who asks 500 times a second is told to wait, and no one else', async () => {
  const seen = new Map<number, number>()
  const lost = new Map<string, number>()
  const asking: Promise<void>[] = []
  // A new person, so that their rate-limit window starts now.
  const flooding = await made.enrol()
  const ask = async () => {
    const headers = { authorization: `Bearer ${flooding.token}` }
    const { status, retryAfter, type, body } = await askOnce(`${url}/api/v1/account`, { headers })
    seen.set(status, (seen.get(status) ?? 0) + 1)
    if (status === 0) lost.set(body, (lost.get(body) ?? 0) + 1)
    if (status !== 429 && status !== 503) return
    expect(type).toContain('application/problem+json')
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  const began = performance.now()
  const calls = floodPerSecond * size.floodSeconds
  while (asking.length < calls) {
    const due = Math.min(calls, ((performance.now() - began) / 1_000) * floodPerSecond)
    while (asking.length < due) asking.push(ask())
    await sleep(10)
  }
  await Promise.all(asking)
  const windows = Math.ceil((performance.now() - began) / 60_000)
  figures['calls of one person / of them 200, 429'] =
    `${asking.length} / ${seen.get(200) ?? 0}, ${seen.get(429) ?? 0}`
  figures['all calls by status'] = JSON.stringify(Object.fromEntries(seen))
  expect(Object.fromEntries(lost)).toEqual({})
  expect([...seen.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([])
  expect(seen.get(200) ?? 0).toBeLessThanOrEqual(windows * Number(callsPerMinute))
  // A machine that is slow puts more of them off for want of a connection, and those are not counted as calls.
  const refused = (seen.get(429) ?? 0) + (isFull ? 0 : (seen.get(503) ?? 0))
  expect(refused).toBeGreaterThan(asking.length / 20)
})

test('100 exports at once, half of which no one reads, are given or put off', async () => {
  const admin = await withDatabase(system.databaseUrl, async () => {
    const input = { name: 'exports', scope: 'read', days: 1 } as const
    return (await createToken.execute(made.project.admin, input)).secret
  })
  const path = `/api/v1/projects/${made.project.slug}/export?format=stepmark`
  const head = `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${admin}\r\n\r\n`
  const unread = await holdSockets(url, size.exports / 2, { start: head, reads: false })
  const asked = await Promise.all(
    Array.from({ length: size.exports / 2 }, () =>
      askOnce(url + path, { headers: { authorization: `Bearer ${admin}` } }),
    ),
  )
  await expectWork()
  unread.close()
  const given = asked.filter(({ status }) => status === 200).length
  figures['exports / unread / given of those read'] =
    `${size.exports} / ${unread.opened} / ${given}`
  for (const { status, retryAfter, body } of asked) {
    expect([200, 429, 503], body.slice(0, 300)).toContain(status)
    if (status !== 200) expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  expect(given).toBeGreaterThan(0)
})

test('what is too large, wrongly framed or of another protocol is refused, and nothing else of it', async () => {
  const { host } = new URL(url)
  const requests = listHostileRequests({
    host,
    project: made.project.slug,
    token: (await made.enrol()).token,
  })
  const wrong: string[] = []
  for (const { name, bytes, expected, answers = 1 } of requests) {
    const { statuses, text } = await sendRaw(url, bytes, answers)
    const final = statuses.filter((status) => status >= 200)
    const told = final.length === 0 ? [0] : final
    if (!told.every((status) => expected.includes(status)) || statuses.includes(101))
      wrong.push(`${name}: ${told.join()}`)
    if (/node_modules|\bat \S+ \(|Prisma/.test(text)) wrong.push(`${name}: says what is inside`)
    if (answers > 2 && final.length !== answers) wrong.push(`${name}: ${final.length} answers`)
  }
  figures['hostile requests'] = requests.length
  expect(wrong).toEqual([])
  expect(requests.length).toBeGreaterThanOrEqual(35)
})

test('many who guess passwords at once are answered, and put off past the limit', async () => {
  const asked = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await asked.json()) as { csrfToken: string }
  const cookie = asked.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const guess = (i: number) =>
    askOnce(`${url}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: {
        ...{ cookie, origin: url, 'content-type': 'application/x-www-form-urlencoded' },
        'x-forwarded-for': `203.0.113.${i % 250}`,
      },
      body: new URLSearchParams({
        ...{
          csrfToken,
          email: `no one${i}@example.org`,
          password: `a wrong one ${i}`,
          json: 'true',
        },
      }),
    })
  const began = performance.now()
  const told = await Promise.all(Array.from({ length: size.signIns }, (_, i) => guess(i)))
  figures['guesses at once / answered within, s'] =
    `${size.signIns} / ${((performance.now() - began) / 1_000).toFixed(1)}`
  for (const { status, body } of told) expect([401, 429, 503], body.slice(0, 300)).toContain(status)
})

test('meanwhile people have worked, nothing of it is lost, and the process is well', async () => {
  figures['ready again after, ms'] = await expectReady()
  over.abort()
  await Promise.all(working)
  const sent = annotators.flatMap((annotator) => annotator.sent)
  const settled = await usePgClient(system.databaseUrl, (client) =>
    settleWrites(client, made.project.id, sent),
  )
  const times = annotators.flatMap((annotator) => annotator.times).sort((a, b) => a - b)
  const quantile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  reportFigures('Abuse: what one can do to a process while others work', {
    ...figures,
    'writes of those who work': sent.length,
    'of them p50 / p95, ms': `${quantile(0.5)} / ${quantile(0.95)}`,
    'asked again': annotators.reduce((sum, { retries }) => sum + retries, 0),
    'memory at most / at the end, MB': `${memoryMost} / ${readMegabytes()}`,
  })
  expect(annotators.flatMap(({ unexpected }) => unexpected)).toEqual([])
  expect(sent.filter(({ outcome }) => outcome !== 'done')).toEqual([])
  expect(sent.length).toBeGreaterThan(10 * size.people)
  for (const [what, found] of Object.entries(settled)) expect(found.slice(0, 5), what).toEqual([])
  expect(memoryMost).toBeGreaterThan(0)
  expect(memoryMost).toBeLessThanOrEqual(memoryAtMostMegabytes)
})
