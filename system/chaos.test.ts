import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { countWrongDerivedRows } from '@/lib/maintenance/server/derived-tables'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import {
  makeAnnotatableProject,
  annotatorsPerSolution,
  shortenLeases,
  runWithDatabaseUrl,
} from './testing/annotatable-project'
import {
  compareSentWritesWithDatabase,
  listOverbookedSolutions,
} from './testing/compare-sent-writes'
import { type FaultProxy, startFaultProxy } from './testing/fault-proxy'
import { killPostgres, restartPostgres } from './testing/postgres-processes'
import { type IsolatedTestSystem, killServer, startIsolatedTestSystem } from './testing/test-system'

const processes = isFullTestRun ? 3 : 2
const people = isFullTestRun ? 32 : 8
const leaseSeconds = 5
const faults = { loseReply: 0.03, halfOpen: 0.02 }
/** Rare, because each ends a pooled connection. */
const databaseFaults = isFullTestRun
  ? { loseReply: 0.0005, drop: 0.0005 }
  : { loseReply: 0.002, drop: 0.002 }
const pausesMs = isFullTestRun ? ([700, 2_000] as const) : ([200, 600] as const)
/** Acknowledged writes between two kills, because starting a process takes long on a slow machine. */
const writesBetweenKills = isFullTestRun ? 40 : 15
const maxWaitMs = 30_000
const processKillShare = 0.7
const targets = isFullTestRun
  ? { seconds: 60, processKills: 25, postgresKills: 10, writes: 5_000, faultsOfAKind: 5 }
  : { seconds: 0, processKills: 1, postgresKills: 1, writes: 100, faultsOfAKind: 1 }
const maxSeconds = isFullTestRun ? 900 : 180
const solutions = isFullTestRun ? 5_000 : 200

test('killed processes, a killed PostgreSQL and failed connections lose and duplicate no acknowledged write', async () => {
  let database!: FaultProxy
  const system = await startIsolatedTestSystem({
    processes,
    // In npm test only one process runs jobs, because a job thread doubles the cost of a start.
    envOf: (index) => ({ STEPMARK_WORKER: isFullTestRun || index === 0 ? 'on' : 'off' }),
    route: async (databaseUrl, postgres) => {
      database = await startFaultProxy(postgres.port)
      return Object.assign(new URL(databaseUrl), { port: String(database.port) }).href
    },
  })
  const proxies = await Promise.all(
    system.servers.map(({ url }) => startFaultProxy(Number(new URL(url).port))),
  )
  const countFaults = () => {
    const sumCounts = (kind: 'lost' | 'halfOpened') =>
      proxies.reduce((sum, { counts }) => sum + counts[kind], 0)
    const cut = database.counts.lost + database.counts.dropped
    return { lostReplies: sumCounts('lost'), halfOpened: sumCounts('halfOpened'), cut }
  }
  const chaos = new Chaos(system, database, () => Math.min(...Object.values(countFaults())))
  const stopController = new AbortController()
  try {
    const { project, addClients } = await makeAnnotatableProject(system.databaseUrl, solutions)
    await shortenLeases(system.databaseUrl, leaseSeconds)
    const urls = proxies.map(({ port }) => `http://127.0.0.1:${port}`)
    const annotators = await addClients(people, urls)
    const newcomers = await addClients(2, urls)

    for (const proxy of proxies) proxy.set(faults)
    database.set(databaseFaults)
    const slotWatch = watchSlots(system, project.id, stopController.signal)
    const annotatorRuns = annotators.map((annotator) =>
      annotator.work(() => stopController.signal.aborted),
    )
    const listSentWrites = () => annotators.flatMap((annotator) => annotator.sentWrites)
    const countDone = () => listSentWrites().filter(({ outcome }) => outcome === 'done').length
    const startedAt = performance.now()
    await Promise.race([
      Promise.all(annotatorRuns),
      chaos.killUntilTargetsReached(countDone, stopController.signal),
    ])
    const seconds = (performance.now() - startedAt) / 1_000
    stopController.abort()
    database.set({})
    for (const proxy of proxies) {
      proxy.set({})
      // Ends all waits on half-open connections.
      proxy.cutAll()
    }
    await Promise.all(annotatorRuns)
    const finishedCount = countDone()
    const slotReport = await slotWatch

    await expireLeases(system, project.id)
    await deleteUnservedItems(system, project.id)
    // All started solutions are served again. The two newcomers have done none of them.
    const allAnnotators = [...annotators, ...newcomers]
    await Promise.all(allAnnotators.map((annotator) => annotator.work(() => false, true)))
    await withPgClient(system.databaseUrl, async (client) => {
      const stuckItems = await client.query(
        `select solution_id, leased, done, slots from queue_item
         where project_id = $1 and (leased <> 0 or done <> slots)`,
        [project.id],
      )
      const writes = allAnnotators.flatMap((annotator) => annotator.sentWrites)
      const mismatches = await compareSentWritesWithDatabase(client, project.id, writes)
      const { lostReplies, halfOpened, cut } = countFaults()
      const times = annotators.flatMap((annotator) => annotator.times).sort((a, b) => a - b)
      reportTestFigures(
        'Chaos: kill -9 of processes and of PostgreSQL, replies and connections lost',
        {
          'annotators x processes': `${people} x ${processes}`,
          seconds: seconds.toFixed(0),
          'kills of processes / of PostgreSQL': `${chaos.processKills} / ${chaos.postgresKills}`,
          'replies lost / connections half-open': `${lostReplies} / ${halfOpened}`,
          'connections to PostgreSQL cut': cut,
          'acknowledged saves and submissions': finishedCount,
          retries: annotators.reduce((sum, { retries }) => sum + retries, 0),
          'write p50 / p95 / p99, ms': [0.5, 0.95, 0.99]
            .map((p) => readQuantile(times, p))
            .join(' / '),
          'checks of the slots': slotReport.checkCount,
          lost: mismatches.lost.length,
          wrong: mismatches.wrong.length,
          'rejected but saved': mismatches.rejectedButSaved.length,
          overbooked: mismatches.overbooked.length + slotReport.overbooked.length,
          'audit mismatches': mismatches.auditMismatches.length,
          stuck: stuckItems.rows.length,
          'never answered': writes.filter(({ outcome }) => outcome === 'unknown').length,
        },
      )
      for (const [mismatchKind, violations] of Object.entries(mismatches))
        expect(violations.slice(0, 5), mismatchKind).toEqual([])
      expect(slotReport.overbooked).toEqual([])
      expect(stuckItems.rows).toEqual([])
      expect(readDefects(system).slice(0, 3)).toEqual([])
      expect(allAnnotators.flatMap(({ unexpected }) => unexpected)).toEqual([])
      expect(writes.filter(({ outcome }) => outcome === 'unknown')).toEqual([])
    })
    const wrongCounts = await runWithDatabaseUrl(system.databaseUrl, countWrongDerivedRows)
    expect(wrongCounts).toBe(0)
    expect(chaos.failures).toEqual([])
    expect(finishedCount).toBeGreaterThanOrEqual(targets.writes)
    expect(chaos.processKills).toBeGreaterThanOrEqual(targets.processKills)
    expect(chaos.postgresKills).toBeGreaterThanOrEqual(targets.postgresKills)
    expect(Math.min(...Object.values(countFaults()))).toBeGreaterThanOrEqual(targets.faultsOfAKind)
  } finally {
    stopController.abort()
    await chaos.stop()
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await system.stop()
    await database.stop()
  }
})

/** Kills processes and PostgreSQL at random, and starts them again. */
class Chaos {
  processKills = 0
  postgresKills = 0
  /** Errors of processes that did not start again. */
  readonly failures: unknown[] = []
  private readonly restarts = new Map<number, Promise<void>>()

  constructor(
    private readonly system: IsolatedTestSystem,
    private readonly database: FaultProxy,
    private readonly countRarestFault: () => number,
  ) {}

  /** Takes at most `maxSeconds`. */
  async killUntilTargetsReached(countDone: () => number, stopSignal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1_000
    while (!stopSignal.aborted && seconds() < maxSeconds) {
      await sleep(randomInt(pausesMs[0], pausesMs[1]))
      const lacksProcesses = this.processKills < targets.processKills
      const lacksPostgres = this.postgresKills < targets.postgresKills
      const lacksFaults = this.countRarestFault() < targets.faultsOfAKind
      const isEnough =
        !lacksProcesses && !lacksPostgres && !lacksFaults && countDone() >= targets.writes
      if (isEnough && seconds() >= targets.seconds) break
      const killsProcess = isFullTestRun ? Math.random() < processKillShare : lacksProcesses
      if (killsProcess) await this.killProcess()
      else if (isFullTestRun || lacksPostgres) await this.killDatabase()
      await this.waitForWrites(countDone)
    }
    await Promise.all(this.restarts.values())
  }

  private async waitForWrites(countDone: () => number): Promise<void> {
    const [startedAt, countBefore] = [performance.now(), countDone()]
    while (
      countDone() < countBefore + writesBetweenKills &&
      performance.now() - startedAt < maxWaitMs
    )
      await sleep(50)
  }

  private async killProcess(): Promise<void> {
    const runningIndexes = this.system.servers.map((_, i) => i).filter((i) => !this.restarts.has(i))
    const index = runningIndexes[randomInt(Math.max(1, runningIndexes.length))]
    if (index === undefined) return
    await killServer(this.system.servers[index]!)
    this.processKills += 1
    const restartPromise = this.restart(index)
      .catch((error: unknown) => void this.failures.push(error))
      .finally(() => this.restarts.delete(index))
    this.restarts.set(index, restartPromise)
  }

  /** Retries, because PostgreSQL may be killed while the process starts. */
  private async restart(index: number): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.system.restart(index)
      } catch (error) {
        if (attempt === 5) throw error
      }
  }

  private async killDatabase(): Promise<void> {
    const { system } = this
    await killPostgres(system.postgres)
    this.postgresKills += 1
    system.postgres = await restartPostgres(system.postgres)
    this.database.setTarget(system.postgres.port)
  }

  async stop(): Promise<void> {
    await Promise.all(this.restarts.values())
  }
}

/** Checks repeatedly for solutions with too many annotators. Returns them, and the number of checks. */
async function watchSlots(
  { databaseUrl }: IsolatedTestSystem,
  projectId: string,
  stopSignal: AbortSignal,
): Promise<{ checkCount: number; overbooked: string[] }> {
  let checkCount = 0
  const allOverbooked: string[] = []
  while (!stopSignal.aborted) {
    const overbooked = await withPgClient(databaseUrl, (client) =>
      listOverbookedSolutions(client, projectId, annotatorsPerSolution),
    ).catch(
      () => null, // PostgreSQL is down
    )
    if (overbooked !== null) checkCount += 1
    allOverbooked.push(...(overbooked ?? []))
    await sleep(200)
  }
  return { checkCount, overbooked: allOverbooked }
}

/** Expires all leases. */
async function expireLeases({ databaseUrl }: IsolatedTestSystem, projectId: string): Promise<void> {
  await withPgClient(databaseUrl, (client) =>
    client.query('update lease set expires_at = now() where project_id = $1', [projectId]),
  )
}

/** Removes items that were never served. */
async function deleteUnservedItems(
  { databaseUrl }: IsolatedTestSystem,
  projectId: string,
): Promise<void> {
  await withPgClient(databaseUrl, (client) =>
    client.query(
      `delete from queue_item q where q.project_id = $1 and not exists (
         select from audit_entry a where a.project_id = q.project_id and a.action = 'queue.claim'
           and a.target = 'solution:' || q.solution_id)`,
      [projectId],
    ),
  )
}

/** Log lines of unexpected errors. Outages must not cause any. */
function readDefects(system: IsolatedTestSystem): string[] {
  const lines = system.readLogs().flatMap((text) => text.split('\n'))
  return lines
    .filter((line) => line.includes('"unexpected error"'))
    .map((line) => line.slice(0, 700))
}

const readQuantile = (sorted: readonly number[], share: number) =>
  (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(0)
