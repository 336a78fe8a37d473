import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { reportTestFigures } from '@/lib/platform/testing/report-figures'
import { type AnnotatableProject, makeAnnotatableProject } from './testing/annotatable-project'
import {
  freezeServerInTransaction,
  freezeServer,
  addSessionNameToUrl,
} from './testing/freeze-server'
import { type RequestResult, LeaseHolder } from './testing/lease-holder'
import { startTestSystem, type TestSystem } from './testing/test-system'

/** Two web processes on one database. One is frozen; the same people continue on the other. */

const people = 8
const rounds = 15
const maxMs = 6_000
const maxP95Ms = 2_000
const retryMs = 200
/** Longer than the time limit of a command. */
const frozenMs = 6_500

const frozenName = 'stepmark-frozen'

let system: TestSystem
let annotatedProject: AnnotatableProject
beforeAll(async () => {
  let databaseUrl = ''
  system = await startTestSystem({
    processes: 2,
    route: (url) => Promise.resolve((databaseUrl = url)),
    envOf: (index) => ({
      DATABASE_URL: index === 0 ? addSessionNameToUrl(databaseUrl, frozenName) : databaseUrl,
    }),
  })
  annotatedProject = await makeAnnotatableProject(system.databaseUrl, 100)
})
afterAll(() => system?.stop())

const urls = () => system.servers.map(({ url }) => url) as [string, string]

/** Milliseconds until the write succeeds, with retries after 503. Throws if it fails in another way, or takes too long. */
async function measureWrite(write: () => Promise<RequestResult>): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { status, body } = await write()
    if (status === 200) return performance.now() - startedAt
    if (status !== 503 || performance.now() - startedAt > 2 * maxMs)
      throw new Error(`${status} ${body}`)
    await sleep(retryMs)
  }
}

const readSequence = (user: string) =>
  withPgClient(system.databaseUrl, async (client) => {
    const { rows } = await client.query<{ sequence: number }>(
      'select sequence from annotation where project_id = $1 and user_id = $2',
      [annotatedProject.project.id, user],
    )
    return rows[0]!.sequence
  })

test('if a server freezes in its annotators’ transactions, they can claim and save on another server within 6 s', async () => {
  const [frozenUrl, otherUrl] = urls()
  const holders = await LeaseHolder.createMany(annotatedProject, frozenUrl, people)
  const stopController = new AbortController()
  const frozenResults: RequestResult[] = []
  // The annotators save without pauses, so that some are in a transaction at any time. The frozen server leaves the last
  // request of each unanswered.
  const loads = holders.map(async (holder) => {
    while (!stopController.signal.aborted) frozenResults.push(await holder.save(frozenUrl))
  })
  const { sessions, thaw } = await freezeServerInTransaction(
    system.servers[0]!,
    system.databaseUrl,
    frozenName,
  )
  const frozenAt = performance.now()
  stopController.abort()
  try {
    const times = await Promise.all(
      holders.map(async (holder) => {
        const ownerTimes: number[] = []
        for (let round = 0; round < rounds; round++) {
          const key = holder.nextKey()
          ownerTimes.push(await measureWrite(() => holder.save(otherUrl, key)))
          ownerTimes.push(await measureWrite(() => holder.claim(otherUrl)))
        }
        return ownerTimes
      }),
    )
    const sorted = times.flat().toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)]!
    reportTestFigures('One of two servers frozen in transactions', {
      'sessions idle in a transaction': sessions,
      'claims and saves on the other': sorted.length,
      'p50 / p95 / max, ms': [sorted[sorted.length >> 1]!, p95, sorted.at(-1)!]
        .map((ms) => ms.toFixed(0))
        .join(' / '),
    })
    expect(sorted.at(-1)).toBeLessThan(maxMs)
    expect(p95).toBeLessThan(maxP95Ms)
    await sleep(Math.max(0, frozenMs - (performance.now() - frozenAt)))
    const latestSequences = await Promise.all(holders.map(({ user }) => readSequence(user)))
    // Counts responses that were sent before the freeze, some of which are read only after it.
    const answeredCount = frozenResults.length
    thaw()
    await Promise.all(loads)
    // Requests in a transaction are refused, because they are older than what the annotators have saved since. A request that
    // was committed but not answered before the freeze is accepted. One that still waited for a connection begins its
    // transaction now, and conflicts with what was saved since.
    const lateStatuses = frozenResults.slice(answeredCount).map(({ status }) => status)
    expect(lateStatuses.filter((status) => ![200, 409, 503].includes(status))).toEqual([])
    expect(lateStatuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(sessions)
    expect(await Promise.all(holders.map(({ user }) => readSequence(user)))).toEqual(
      latestSequences,
    )
  } finally {
    thaw()
  }
})

test('a frozen server that resumes does not save requests whose client has disconnected', async () => {
  const [frozenUrl, otherUrl] = urls()
  const holders = await LeaseHolder.createMany(annotatedProject, frozenUrl, people)
  for (const holder of holders) expect((await holder.save(frozenUrl)).status).toBe(200)
  const thaw = freezeServer(system.servers[0]!)
  try {
    const results = await Promise.all(
      holders.map((holder) => holder.save(frozenUrl, holder.nextKey(), AbortSignal.timeout(500))),
    )
    expect(results.map(({ status }) => status)).toEqual(holders.map(() => 0))
  } finally {
    thaw()
  }
  await expect
    .poll(async () => (await holders[0]!.claim(frozenUrl)).status, { timeout: 10_000 })
    .toBe(200)
  await sleep(1_000)
  for (const holder of holders) {
    expect(await readSequence(holder.user)).toBe(1)
    expect((await holder.save(otherUrl)).status).toBe(200)
  }
})
