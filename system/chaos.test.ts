import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { makeAnnotatedProject, overlap, shortenLeases } from './testing/annotated-project'
import { type FaultProxy, startFaultProxy } from './testing/fault-proxy'
import { isFull, reportFigures } from '@/lib/platform/testing/figures'
import { killPostgres, restartPostgres } from './testing/postgres-processes'
import { type IsolatedSystem, kill, startIsolatedSystem } from './testing/processes'
import { listTakenTwice, settleWrites } from './testing/settle-writes'

const processes = isFull ? 3 : 2
const people = isFull ? 32 : 8
const leaseSeconds = 5
const faults = { loseReply: 0.03, halfOpen: 0.02 }
/** On the way to the database rarely: each ends a connection of a pool. */
const databaseFaults = isFull
  ? { loseReply: 0.0005, drop: 0.0005 }
  : { loseReply: 0.002, drop: 0.002 }
const pausesMs = isFull ? ([700, 2_000] as const) : ([200, 600] as const)
/**
 * Starting a process costs a second or two of CPU, and a machine may be slow: between two kills so much is acknowledged
 * first, unless that takes too long.
 */
const writesBetween = isFull ? 40 : 15
const longestBetweenMs = 30_000
const shareOfProcesses = 0.7
const wanted = isFull
  ? { seconds: 60, processKills: 25, postgresKills: 10, writes: 5_000, faultsOfAKind: 5 }
  : { seconds: 0, processKills: 2, postgresKills: 1, writes: 150, faultsOfAKind: 1 }
const longestSeconds = isFull ? 900 : 180
const solutions = isFull ? 5_000 : 500

test('what was acknowledged is there, and nothing else is: processes and PostgreSQL are killed, replies and connections lost', async () => {
  let database!: FaultProxy
  const system = await startIsolatedSystem({
    processes,
    // One process in npm test: the thread that runs jobs doubles what each start costs.
    envOf: (index) => ({ STEPMARK_WORKER: isFull || index === 0 ? 'on' : 'off' }),
    route: async (databaseUrl, postgres) => {
      database = await startFaultProxy(postgres.port)
      return Object.assign(new URL(databaseUrl), { port: String(database.port) }).href
    },
  })
  const proxies = await Promise.all(
    system.servers.map(({ url }) => startFaultProxy(Number(new URL(url).port))),
  )
  const countFaults = () => {
    const add = (kind: 'lost' | 'halfOpened') =>
      proxies.reduce((sum, { counts }) => sum + counts[kind], 0)
    const cut = database.counts.lost + database.counts.dropped
    return { lostReplies: add('lost'), halfOpened: add('halfOpened'), cut }
  }
  const run = new Chaos(system, database, () => Math.min(...Object.values(countFaults())))
  const over = new AbortController()
  try {
    const { project, joinMany } = await makeAnnotatedProject(system.databaseUrl, solutions)
    await shortenLeases(system.databaseUrl, leaseSeconds)
    const urls = proxies.map(({ port }) => `http://127.0.0.1:${port}`)
    const annotators = await joinMany(people, urls)
    const newcomers = await joinMany(2, urls)

    for (const proxy of proxies) proxy.set(faults)
    database.set(databaseFaults)
    const watching = watchPlaces(system, project.id, over.signal)
    const working = annotators.map((annotator) => annotator.work(() => over.signal.aborted))
    const sent = () => annotators.flatMap((annotator) => annotator.sent)
    const countDone = () => sent().filter(({ outcome }) => outcome === 'done').length
    const began = performance.now()
    await Promise.race([Promise.all(working), run.break(countDone, over.signal)])
    const seconds = (performance.now() - began) / 1_000
    over.abort()
    database.set({})
    for (const proxy of proxies) {
      proxy.set({})
      // No one waits any longer on what is half-open.
      proxy.cutAll()
    }
    await Promise.all(working)
    const done = countDone()
    const watched = await watching

    await endLeases(system, project.id)
    await dropUntouched(system, project.id)
    // Whatever was begun goes to whoever asks, at once; the two who are new have done none of it.
    const all = [...annotators, ...newcomers]
    await Promise.all(all.map((annotator) => annotator.work(() => false, true)))
    await usePgClient(system.databaseUrl, async (client) => {
      const stuck = await client.query(
        `select solution_id, leased as held, done, slots as wanted from queue_item
         where project_id = $1 and (leased <> 0 or done <> slots)`,
        [project.id],
      )
      const told = all.flatMap((annotator) => annotator.sent)
      const settled = await settleWrites(client, project.id, told)
      const { lostReplies, halfOpened, cut } = countFaults()
      const times = annotators.flatMap((annotator) => annotator.times).sort((a, b) => a - b)
      reportFigures('Chaos: kill -9 of processes and of PostgreSQL, replies and connections lost', {
        'annotators x processes': `${people} x ${processes}`,
        seconds: seconds.toFixed(0),
        'kills of processes / of PostgreSQL': `${run.processKills} / ${run.postgresKills}`,
        'replies lost / connections half-open': `${lostReplies} / ${halfOpened}`,
        'connections to PostgreSQL cut': cut,
        'acknowledged saves and submissions': done,
        'asked again': annotators.reduce((sum, { retries }) => sum + retries, 0),
        'write p50 / p95 / p99, ms': [0.5, 0.95, 0.99]
          .map((p) => readQuantile(times, p))
          .join(' / '),
        'looks at the places': watched.looks,
        lost: settled.lost.length,
        wrong: settled.wrong.length,
        'told lost but saved': settled.toldLostButSaved.length,
        'beyond overlap': settled.beyondOverlap.length + watched.taken.length,
        'done twice': settled.effectsTwice.length,
        stuck: stuck.rows.length,
        'never answered': told.filter(({ outcome }) => outcome === 'unknown').length,
      })
      for (const [what, found] of Object.entries(settled))
        expect(found.slice(0, 5), what).toEqual([])
      expect(watched.taken).toEqual([])
      expect(stuck.rows).toEqual([])
      expect(readDefects(system).slice(0, 3)).toEqual([])
      expect(all.flatMap(({ unexpected }) => unexpected)).toEqual([])
      expect(told.filter(({ outcome }) => outcome === 'unknown')).toEqual([])
    })
    expect(run.failures).toEqual([])
    expect(done).toBeGreaterThanOrEqual(wanted.writes)
    expect(run.processKills).toBeGreaterThanOrEqual(wanted.processKills)
    expect(run.postgresKills).toBeGreaterThanOrEqual(wanted.postgresKills)
    expect(Math.min(...Object.values(countFaults()))).toBeGreaterThanOrEqual(wanted.faultsOfAKind)
  } finally {
    over.abort()
    await run.stop()
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await system.stop()
    await database.stop()
  }
})

/** Kills at random, and begins anew what it killed. */
class Chaos {
  processKills = 0
  postgresKills = 0
  /** Of processes that could not be begun again. */
  readonly failures: unknown[] = []
  private readonly starting = new Map<number, Promise<void>>()

  constructor(
    private readonly system: IsolatedSystem,
    private readonly database: FaultProxy,
    private readonly countRarestFault: () => number,
  ) {}

  /** Until there was enough of everything. */
  async break(countDone: () => number, over: AbortSignal): Promise<void> {
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1_000
    while (!over.aborted && seconds() < longestSeconds) {
      await sleep(randomInt(pausesMs[0], pausesMs[1]))
      const lacksProcesses = this.processKills < wanted.processKills
      const lacksPostgres = this.postgresKills < wanted.postgresKills
      const lacksFaults = this.countRarestFault() < wanted.faultsOfAKind
      const isEnough =
        !lacksProcesses && !lacksPostgres && !lacksFaults && countDone() >= wanted.writes
      if (isEnough && seconds() >= wanted.seconds) break
      const takesProcess = isFull ? Math.random() < shareOfProcesses : lacksProcesses
      if (takesProcess) await this.killProcess()
      else if (isFull || lacksPostgres) await this.killDatabase()
      await this.waitForWrites(countDone)
    }
    await Promise.all(this.starting.values())
  }

  private async waitForWrites(countDone: () => number): Promise<void> {
    const [began, before] = [performance.now(), countDone()]
    while (countDone() < before + writesBetween && performance.now() - began < longestBetweenMs)
      await sleep(50)
  }

  private async killProcess(): Promise<void> {
    const running = this.system.servers.map((_, i) => i).filter((i) => !this.starting.has(i))
    const index = running[randomInt(Math.max(1, running.length))]
    if (index === undefined) return
    await kill(this.system.servers[index]!)
    this.processKills += 1
    const starting = this.begin(index)
      .catch((error: unknown) => void this.failures.push(error))
      .finally(() => this.starting.delete(index))
    this.starting.set(index, starting)
  }

  /** Again, where PostgreSQL was killed under it as it began. */
  private async begin(index: number): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await this.system.restart(index)
      } catch (error) {
        if (tries === 5) throw error
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
    await Promise.all(this.starting.values())
  }
}

/** Looks again and again for a solution that too many have. Gives how often it could look. */
async function watchPlaces(
  { databaseUrl }: IsolatedSystem,
  projectId: string,
  over: AbortSignal,
): Promise<{ looks: number; taken: string[] }> {
  let looks = 0
  const seen: string[] = []
  while (!over.aborted) {
    const taken = await usePgClient(databaseUrl, (client) =>
      listTakenTwice(client, projectId, overlap),
    ).catch(
      () => null, // PostgreSQL is away
    )
    if (taken !== null) looks += 1
    seen.push(...(taken ?? []))
    await sleep(200)
  }
  return { looks, taken: seen }
}

/** As if everyone had been away for as long as a lease lasts. */
async function endLeases({ databaseUrl }: IsolatedSystem, projectId: string): Promise<void> {
  await usePgClient(databaseUrl, (client) =>
    client.query('update lease set expires_at = now() where project_id = $1', [projectId]),
  )
}

/** What no one was ever served is no one's to finish. */
async function dropUntouched({ databaseUrl }: IsolatedSystem, projectId: string): Promise<void> {
  await usePgClient(databaseUrl, (client) =>
    client.query(
      `delete from queue_item q where q.project_id = $1 and not exists (
         select from audit_entry a where a.project_id = q.project_id and a.action = 'queue.claim'
           and a.target = 'solution:' || q.solution_id)`,
      [projectId],
    ),
  )
}

/** What the processes took for a defect of theirs: an outage is none. */
function readDefects(system: IsolatedSystem): string[] {
  const lines = system.readLogs().flatMap((text) => text.split('\n'))
  return lines
    .filter((line) => line.includes('"unexpected error"'))
    .map((line) => line.slice(0, 700))
}

const readQuantile = (sorted: readonly number[], share: number) =>
  (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(0)
