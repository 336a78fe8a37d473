import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAgreement } from '@/lib/agreement/server/commands'
import { getAgreement } from '@/lib/agreement/server/queries'
import { createToken } from '@/lib/auth/server/commands'
import { createRelease } from '@/lib/exports/server/commands'
import { getRelease } from '@/lib/exports/server/release-queries'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import type { EmbeddedPostgres } from '@/lib/platform/server/embedded-postgres'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { startReplica } from '@/lib/platform/testing/start-replica'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { type AnnotatorRunOptions, ErraticAnnotator } from './testing/erratic-annotator'
import { findPgBouncer, type PgBouncer, startPgBouncer } from './testing/pgbouncer'
import { isServerReady, startLoadBalancer } from './testing/start-load-balancer'
import { type IsolatedTestSystem, startIsolatedTestSystem } from './testing/test-system'
import { watchSlotLimits } from './testing/watch-slot-limits'
import { metricsToken, readMetric, startWorkerProcess, type WorkerProcess } from './testing/worker'

/** Three web processes, one worker, PgBouncer if it is installed, and a replica. */

// These tests need a full run. Every run has system/chaos.test.ts for two processes,
// lib/exports/server/replica-release.db.test.ts for the replica, and e2e/serve.spec.ts for a server that drains. PgBouncer
// and rolling restarts have no test in every run.
const processes = 3
const clients = 50
const problems = isFullTestRun ? 10_000 : 100
const overlap = 2
const restartLoad = isFullTestRun
  ? { people: 6, paceMs: 50, rounds: 5, problems: 20_000 }
  : { people: 6, paceMs: 150, rounds: 1, problems: 1_000 }
const secret = randomBytes(48).toString('base64')
/** Signals are handled by us and not by Next, as in `stepmark serve`. */
const env: Record<string, string> = {
  NEXT_MANUAL_SIG_HANDLE: '1',
  STEPMARK_DRAIN_SECONDS: '5',
  STEPMARK_METRICS_TOKEN: metricsToken,
}

const pgBouncerPath = findPgBouncer()
let pooler: PgBouncer | null = null
let replica: EmbeddedPostgres
let system: IsolatedTestSystem
let startingWorker: Promise<WorkerProcess> | undefined
let worker: WorkerProcess
let labelledProject: TestProject
const figures: Record<string, number | string> = {
  'web processes': processes,
  pooler: pgBouncerPath ? 'PgBouncer, transaction mode' : 'none on this machine: NOT tested',
}

beforeAll(async () => {
  system = await startIsolatedTestSystem({
    processes,
    env,
    secret,
    async route(url, postgres) {
      await Promise.all([
        startReplica(postgres).then((server) => (replica = server)),
        pgBouncerPath &&
          startPgBouncer(pgBouncerPath, url).then((startedPooler) => (pooler = startedPooler)),
      ])
      const [route, replicaUrl] = [pooler?.url ?? url, replica.url('stepmark')]
      env.STEPMARK_REPLICA_URL = replicaUrl
      startingWorker = startWorkerProcess(
        {
          DATABASE_URL: route,
          NEXTAUTH_SECRET: secret,
          STEPMARK_REPLICA_URL: replicaUrl,
        },
        join(repositoryRoot, 'test-results', 'worker.log'),
      )
      return route
    },
  })
  worker = await startingWorker!
  process.env.DATABASE_URL = system.databaseUrl
})
afterAll(async () => {
  await closeDatabase()
  delete process.env.DATABASE_URL
  // The worker may have started although a web process failed to.
  await startingWorker?.then((worker) => worker.stop()).catch(() => undefined)
  await system?.stop()
  await pooler?.stop()
  await replica?.stop()
  reportTestFigures('many processes', figures)
})

async function makeAnnotators(
  options: AnnotatorRunOptions,
  count: number,
): Promise<ErraticAnnotator[]> {
  const annotators: ErraticAnnotator[] = []
  while (annotators.length < count) {
    const person = await makeMember(options.project, 'annotator')
    const input = { name: 't', scope: 'write', days: 1 } as const
    const { secret } = await createToken.execute(person, input)
    annotators.push(new ErraticAnnotator(options, secret, annotators.length))
  }
  return annotators
}

const makeLines = (count: number) =>
  Array.from({ length: count }, (_, i) => makeProblemLine(`p${i}`, [i / count]))

/** Connects to PostgreSQL itself, without the app's time limits, because the machine is busy. */
const withConnection = <T>(use: (client: pg.Client) => Promise<T>) =>
  withPgClient(system.databaseUrl, use)

test.runIf(isFullTestRun)(
  `${clients} annotators on ${processes} processes annotate each of ${problems} solutions twice`,
  async () => {
    const project = await makeProject({ overlap })
    await importLines(project, makeLines(problems))
    labelledProject = project
    const { databaseUrl } = system
    const urls = system.servers.map(({ url }) => url)
    const options = { project, databaseUrl, urls, skipped: new Set<string>() }
    const annotators = await makeAnnotators(options, clients)
    const slotWatch = watchSlotLimits(databaseUrl, project, overlap)
    const startedAt = performance.now()
    const annotation = Promise.all(annotators.map((annotator) => annotator.annotateAll()))
    if (pooler) await recordPoolerStats(pooler)
    const finishedByClient = await annotation
    expect(await slotWatch.stop()).toBeGreaterThan(10)
    expect(finishedByClient.reduce((sum, finishedIds) => sum + finishedIds.length, 0)).toBe(
      problems * overlap,
    )
    for (const finishedIds of finishedByClient) {
      expect(finishedIds.length).toBeGreaterThan(0)
      expect(new Set(finishedIds).size).toBe(finishedIds.length)
    }
    const wrongItems = await getDatabase().$queryRaw`
    select q.solution_id, q.leased, q.done, count(l.id)::int as submitted from queue_item q
      left join annotation l on l.project_id = q.project_id and l.solution_id = q.solution_id and l.state = 'submitted'
    where q.project_id = ${project.id}::uuid group by q.project_id, q.solution_id
    having q.leased <> 0 or q.done <> ${overlap} or count(l.id) <> ${overlap}`
    expect(wrongItems).toEqual([])
    expect(options.skipped.size).toBeGreaterThan(0)
    expect(await getDatabase().lease.count({ where: { projectId: project.id } })).toBe(0)
    figures.clients = clients
    figures['annotations submitted'] = problems * overlap
    figures['solutions skipped by someone'] = options.skipped.size
    figures['seconds for them'] = ((performance.now() - startedAt) / 1_000).toFixed(1)
  },
)

async function recordPoolerStats({ readStats }: PgBouncer): Promise<void> {
  const stats = await readStats()
  figures['connections to the pooler under load'] = stats.clients
  figures['connections to PostgreSQL behind it'] = stats.serverConnections
}

test.runIf(isFullTestRun && pgBouncerPath !== null)(
  'database connections go through PgBouncer, and `migrate` rejects it because migrations need a session lock',
  async () => {
    const { transactions } = await pooler!.readStats()
    figures['transactions through the pooler'] = transactions
    expect(transactions).toBeGreaterThan(problems * overlap * 2)
    const directConnections = await withConnection(
      async (client) =>
        (
          await client.query<{ count: number }>(
            `select count(*)::int from pg_stat_activity where backend_type = 'client backend' and application_name = 'stepmark'`,
          )
        ).rows[0]!.count,
    )
    // Those of the pooler and of this process.
    expect(directConnections).toBeLessThanOrEqual(20 + 15)
    const migration = promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', join(repositoryRoot, 'cli', 'main.ts'), 'migrate'],
      { cwd: repositoryRoot, env: { ...process.env, DATABASE_URL: pooler!.url } },
    )
    await expect(migration).rejects.toMatchObject({
      stderr: expect.stringContaining('points to a pooler') as string,
    })
  },
)

const replicaReadsMetric = 'stepmark_replica_reads_total{outcome="replica"}'

async function waitUntilDone(readState: () => Promise<{ state: string }>): Promise<void> {
  await expect.poll(async () => (await readState()).state, { timeout: 120_000 }).toBe('done')
}

async function createTestRelease(project: TestProject): Promise<number> {
  const input = { project: project.slug, name: 'R', formats: ['stepmark'] }
  const { number } = await createRelease.execute(
    project.admin,
    createRelease.contract.input.parse(input),
  )
  return number
}

const readRelease = ({ admin, slug }: TestProject, number: number) =>
  getRelease.execute(admin, { project: slug, release: number })

const countReleasedRows = async ({ id }: TestProject, number: number) =>
  (await getDatabase().release.findFirstOrThrow({ where: { projectId: id, number } })).totalRows

const withReplica = <T>(use: (client: pg.Client) => Promise<T>) =>
  withPgClient(Object.assign(new URL(replica.superuserUrl), { pathname: '/stepmark' }).href, use)

/** Number of scans of the annotation table on the replica. */
const countScans = () =>
  withReplica(async (client) => {
    const { rows } = await client.query<{ scans: number }>(
      `select (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables where relname = 'annotation'`,
    )
    return rows[0]!.scans
  })

async function exportLines(url: string, { slug, admin }: TestProject): Promise<number> {
  const input = { name: 'export', scope: 'read', days: 1 } as const
  const { secret } = await createToken.execute(admin, input)
  const response = await fetch(`${url}/api/v1/projects/${slug}/export?format=stepmark`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(response.status).toBe(200)
  return (await response.text()).trim().split('\n').length
}

/* A rolling restart and a release mostly wait, so they run at the same time. */
describe.concurrent('while people annotate', () => {
  test.runIf(isFullTestRun)(
    'releases and agreement computations wait for the database replica to catch up, and read it',
    async () => {
      const [scansBefore, readsBefore] = [
        await countScans(),
        await readMetric(worker.url, replicaReadsMetric),
      ]
      await withReplica((client) => client.query('select pg_wal_replay_pause()'))
      const number = await createTestRelease(labelledProject)
      const { agreement } = await startAgreement.execute(
        labelledProject.admin,
        startAgreement.contract.input.parse({ project: labelledProject.slug }),
      )
      // Without waiting for the replica, both would be done by now.
      await sleep(1_000)
      expect((await readRelease(labelledProject, number)).state).toBe('running')
      await withReplica((client) => client.query('select pg_wal_replay_resume()'))
      const params = { project: labelledProject.slug, agreement }
      await waitUntilDone(() => readRelease(labelledProject, number))
      await waitUntilDone(() => getAgreement.execute(labelledProject.admin, params))
      expect(await readMetric(worker.url, replicaReadsMetric)).toBeGreaterThanOrEqual(
        readsBefore + 2,
      )
      expect(await countReleasedRows(labelledProject, number)).toBe(problems * overlap)
      await expect.poll(countScans, { timeout: 60_000, interval: 500 }).toBeGreaterThan(scansBefore)
      figures['reads on the replica by the worker'] = await readMetric(
        worker.url,
        replicaReadsMetric,
      )
    },
  )

  test.runIf(isFullTestRun)('a rolling restart of all web processes fails no request', async () => {
    const project = await makeProject()
    await importLines(project, makeLines(restartLoad.problems))
    const proxy = await startLoadBalancer(system.servers.map(({ url }) => url))
    const { port } = proxy.address() as { port: number }
    const stopController = new AbortController()
    const options = {
      project,
      databaseUrl: system.databaseUrl,
      urls: [`http://127.0.0.1:${port}`],
      paceMs: restartLoad.paceMs,
      until: stopController.signal,
      skipped: new Set<string>(),
    }
    const annotators = await makeAnnotators(options, restartLoad.people)
    const annotation = Promise.all(annotators.map((annotator) => annotator.annotateAll()))
    const startedAt = performance.now()
    let restarts = 0
    try {
      for (let round = 0; round < restartLoad.rounds; round++)
        for (const index of system.servers.keys()) {
          const child = system.servers[index]!.process
          const exitPromise = once(child, 'exit') as Promise<[number | null]>
          child.kill('SIGTERM')
          expect((await exitPromise)[0]).toBe(0)
          await system.restart(index)
          restarts += 1
        }
    } finally {
      stopController.abort()
      await annotation.finally(() => proxy.stop())
    }
    const submittedCount = (await annotation).flat().length
    expect(submittedCount).toBeGreaterThan(restartLoad.people * 10)
    expect(annotators.flatMap(({ failures }) => failures)).toEqual([])
    figures['rolling restarts'] = restarts
    figures['annotations submitted meanwhile'] = submittedCount
    figures['seconds for the restarts'] = ((performance.now() - startedAt) / 1_000).toFixed(1)
    figures['requests that failed meanwhile'] = 0
  })
})

test.runIf(isFullTestRun)('every web process reads the replica for an export', async () => {
  for (const { url } of system.servers) {
    const readsBefore = await readMetric(url, replicaReadsMetric)
    expect(await exportLines(url, labelledProject)).toBe(problems * overlap)
    expect(await readMetric(url, replicaReadsMetric)).toBeGreaterThan(readsBefore)
  }
})

test.runIf(isFullTestRun)('without a replica all data is read from the primary', async () => {
  await replica.stop()
  for (const { url } of system.servers) {
    expect(await exportLines(url, labelledProject)).toBe(problems * overlap)
    expect(await isServerReady(url)).toBe(true)
  }
  const number = await createTestRelease(labelledProject)
  await waitUntilDone(() => readRelease(labelledProject, number))
  expect(
    await readMetric(worker.url, 'stepmark_replica_reads_total{outcome="unreachable"}'),
  ).toBeGreaterThan(0)
  expect(readFileSync(join(repositoryRoot, 'test-results', 'worker.log'), 'utf8')).toContain(
    'the replica is unreachable',
  )
})
