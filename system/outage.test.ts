import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode } from 'next-auth/jwt'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { type AnnotatableProject, makeAnnotatableProject } from './testing/annotatable-project'
import { type FaultProxy, startFaultProxy } from './testing/fault-proxy'
import { type RequestResult, requestWithoutRetry, LeaseHolder } from './testing/lease-holder'
import { freezePostgres, killPostgres, restartPostgres } from './testing/postgres-processes'
import { mountSmallDisk, type SmallDisk } from './testing/small-disk'
import {
  type IsolatedTestSystem,
  startIsolatedTestSystem,
  startTestSystem,
  type TestSystem,
} from './testing/test-system'
import { watchEventLoopLag } from './testing/watch-event-loop-lag'

/*
 * Most of an outage is waiting for a time limit. So outages that don't disturb each other run at the same time, each on
 * its own web process; those that break PostgreSQL itself have their own PostgreSQL too.
 */

const maxReplyMs = 6_000
const maxRecoveryMs = 5_000
const saveTimeoutMs = 60_000
/** What a busy machine may add. Nothing at full size, where test files run one at a time. */
const maxLagMs = isFullTestRun ? 0 : 2_000
/** Minimum length of an outage. Requests near its end must be rejected like those at its start. */
const minOutageMs = isFullTestRun ? 30_000 : 1_000
const people = 6
const maxConnections = 30
/** PostgreSQL keeps these for superusers. */
const reservedConnections = 3
const worker = isFullTestRun ? 'on' : 'off'

/** For tests that share a site. */
const inTurn = { concurrent: false }

/** A web process with annotators who each have a lease. */
class Site<S extends TestSystem = TestSystem> {
  private constructor(
    readonly system: S,
    readonly proxy: FaultProxy,
    readonly annotatedProject: AnnotatableProject,
    readonly holders: readonly LeaseHolder[],
    readonly cookie: string,
  ) {}

  static async open<S extends TestSystem>(
    start: (route: (databaseUrl: string) => Promise<string>) => Promise<S>,
  ): Promise<Site<S>> {
    let proxy: FaultProxy | undefined
    let system: S | undefined
    try {
      system = await start(async (databaseUrl) => {
        const route = new URL(databaseUrl)
        proxy = await startFaultProxy(Number(route.port))
        route.port = String(proxy.port)
        return route.href
      })
      const annotatedProject = await makeAnnotatableProject(system.databaseUrl, 50)
      const holders = await LeaseHolder.createMany(annotatedProject, system.servers[0]!.url, people)
      return new Site(
        system,
        proxy!,
        annotatedProject,
        holders,
        await signIn(system, holders[0]!.user),
      )
    } catch (error) {
      await system?.stop()
      await proxy?.stop()
      throw error
    }
  }

  get url(): string {
    return this.system.servers[0]!.url
  }

  async close(): Promise<void> {
    await this.system.stop()
    await this.proxy.stop()
  }
}

/** Creates a session and returns its cookie. */
async function signIn({ databaseUrl, secret }: TestSystem, user: string): Promise<string> {
  const sid = randomBytes(32).toString('base64url')
  await withPgClient(databaseUrl, (client) =>
    client.query(
      `insert into session (id, user_id, secret_hash, expires_at)
       values (gen_random_uuid(), $1, sha256($2::text::bytea), now() + interval '1 day')`,
      [user, sid],
    ),
  )
  return `stepmark.session=${await encode({ token: { sid }, secret })}`
}

describe.concurrent('a network that fails', () => {
  let site: Site
  beforeAll(async () => {
    site = await Site.open((route) =>
      startTestSystem({ processes: 1, route, env: { STEPMARK_WORKER: worker } }),
    )
  })
  afterAll(() => site?.close())

  test(
    'the app rejects requests in time while packets to PostgreSQL are dropped, and recovers',
    inTurn,
    async () => {
      await expectOutageHandled(site, 'black hole', {
        begin: () => site.proxy.set({ blackHole: true }),
        // Connections are not cut: the bytes that they buffered arrive late, as in real networks.
        end: () => site.proxy.set({}),
      })
    },
  )

  test(
    'the app rejects requests in time while connections are half-open, and does not reuse them',
    inTurn,
    async () => {
      await expectOutageHandled(site, 'half-open', {
        begin: () => site.proxy.set({ halfOpen: 1 }),
        end: () => site.proxy.set({}),
      })
    },
  )
})

describe.concurrent('PostgreSQL that refuses or stops', () => {
  let site: Site<IsolatedTestSystem>
  let disk: SmallDisk | null = null
  beforeAll(async () => {
    site = await Site.open((route) =>
      startIsolatedTestSystem({
        processes: 1,
        route,
        env: { STEPMARK_WORKER: 'on' },
        settings: { max_connections: maxConnections },
      }),
    )
    disk = mountSmallDisk(site.system.postgres)
  })
  afterAll(async () => {
    await site?.close()
    disk?.stop()
  })

  const asSuperuser = (...statements: string[]) =>
    withPgClient(site.system.postgres.superuserUrl, async (client) => {
      for (const statement of statements) await client.query(statement)
    })

  test(
    'the app rejects writes as temporarily unavailable while PostgreSQL is read-only',
    inTurn,
    async () => {
      await expectOutageHandled(site, 'read-only', {
        begin: async () => {
          // The last use of a session is stored once a minute. It is due now.
          await withPgClient(site.system.databaseUrl, (client) =>
            client.query(`update session set last_seen_at = last_seen_at - interval '1 hour'`),
          )
          await asSuperuser(
            'alter system set default_transaction_read_only = on',
            'select pg_reload_conf()',
          )
        },
        end: () =>
          asSuperuser(
            'alter system reset default_transaction_read_only',
            'select pg_reload_conf()',
          ),
        canReadPages: true,
      })
    },
  )

  test(
    'the app rejects requests in time while others use all database connections, and recovers',
    inTurn,
    async () => {
      const clients: pg.Client[] = []
      await expectOutageHandled(site, 'connections used up', {
        begin: () => useAllConnections(site, clients),
        end: async () => {
          await Promise.all(clients.map((client) => client.end()))
        },
      })
    },
  )

  test(
    'the app rejects writes while the disk of PostgreSQL is full, and keeps acknowledged ones',
    inTurn,
    async (context) => {
      if (!disk) return context.skip('needs the right to mount a small disk')
      const { url, holders } = site
      await moveTablespace(`create tablespace small location '${disk.folder}'`, 'small')
      disk.fill()
      const results: RequestResult[] = []
      const listRejected = () => results.filter(({ status }) => status !== 200)
      const deadline = performance.now() + 60_000
      const lagWatch = watchEventLoopLag()
      // Saves that fit into existing pages still succeed.
      while (listRejected().length < 20 && performance.now() < deadline)
        results.push(...(await Promise.all(holders.map((holder) => holder.save(url)))))
      const lagMs = lagWatch.stop()
      for (const result of listRejected()) expectRejected(result, lagMs)
      expect(listRejected().length).toBeGreaterThanOrEqual(20)
      expect((await requestWithoutRetry(`${url}/healthz`)).status).toBe(200)
      disk.free()
      await expectRecovered(site, 'full disk', results, lagMs)
      await moveTablespace('select 1', 'pg_default', 'drop tablespace small')
    },
  )

  test(
    'the app rejects requests in time while PostgreSQL is frozen, and recovers',
    inTurn,
    async () => {
      let thaw = () => {}
      await expectOutageHandled(site, 'frozen', {
        begin: () => (thaw = freezePostgres(site.system.postgres)),
        end: () => thaw(),
      })
    },
  )

  test(
    'the app rejects requests while PostgreSQL is down, and recovers without a restart',
    inTurn,
    async () => {
      const { system, proxy } = site
      await expectOutageHandled(site, 'down', {
        begin: () => killPostgres(system.postgres),
        end: async () => {
          system.postgres = await restartPostgres(system.postgres)
          proxy.setTarget(system.postgres.port)
        },
      })
    },
  )

  async function moveTablespace(
    statementBefore: string,
    tablespace: string,
    statementAfter = 'select 1',
  ): Promise<void> {
    await asSuperuser(
      statementBefore,
      `alter database stepmark allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'stepmark'`,
      `alter database stepmark set tablespace ${tablespace}`,
      `alter database stepmark allow_connections true`,
      statementAfter,
    )
    await waitForSave(site)
  }
})

/** The process opens new connections while we do, so its connections are cut until we have all of them. */
async function useAllConnections({ system, proxy }: Site, clients: pg.Client[]): Promise<void> {
  while (clients.length < maxConnections - reservedConnections) {
    const client = new pg.Client({ connectionString: system.databaseUrl })
    client.on('error', () => undefined)
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    )
    if (isConnected) clients.push(client)
    else {
      proxy.cutAll()
      await sleep(10)
    }
  }
  proxy.cutAll()
}

interface Outage {
  begin: () => unknown
  end: () => unknown
  /** Whether reads still work. */
  canReadPages?: boolean
}

async function expectOutageHandled(
  site: Site,
  name: string,
  { begin, end, canReadPages = false }: Outage,
) {
  const { holders, url } = site
  await waitForSave(site)
  await begin()
  const startedAt = performance.now()
  const rejections: RequestResult[] = []
  let maxLag = 0
  try {
    do {
      const lagWatch = watchEventLoopLag()
      const results = await Promise.all(
        holders.flatMap((holder) => [holder.save(url), holder.claim(url)]),
      )
      const statuses = await readStatuses(site)
      const lagMs = lagWatch.stop()
      maxLag = Math.max(maxLag, lagMs)
      // An annotator who has a lease gets it again from a claim, without a write.
      const rejectableResults = canReadPages ? results.filter((_, i) => i % 2 === 0) : results
      for (const result of rejectableResults) expectRejected(result, lagMs)
      expectStatuses(statuses, canReadPages, lagMs)
      rejections.push(...rejectableResults)
    } while (performance.now() - startedAt < minOutageMs)
  } finally {
    await end()
  }
  await expectRecovered(site, name, rejections, maxLag)
  // The query of /readyz may take 500 ms, which a busy machine can exceed once.
  await vi.waitFor(
    async () => expect((await requestWithoutRetry(`${url}/readyz`)).status).toBe(200),
    { timeout: 20_000 },
  )
}

const allowLag = (limitMs: number, lagMs: number) => limitMs + Math.min(lagMs, maxLagMs)

function expectRejected(result: RequestResult, lagMs: number): void {
  expect(result).toMatchObject({ status: 503, type: 'application/problem+json' })
  expect(Number(result.retryAfter)).toBeGreaterThan(0)
  expect(result.ms).toBeLessThanOrEqual(allowLag(maxReplyMs, lagMs))
  expect(result.body).not.toMatch(internalsPattern)
}

const internalsPattern = /node_modules|\.next\/|Prisma|ECONN|postgres|\bat \S+ \(/

/** What monitoring and a user see. */
async function readStatuses({ url, annotatedProject, cookie }: Site) {
  const [health, ready, page] = await Promise.all([
    requestWithoutRetry(`${url}/healthz`),
    requestWithoutRetry(`${url}/readyz`),
    requestWithoutRetry(`${url}/projects/${annotatedProject.project.slug}/mine`, {
      headers: { cookie },
    }),
  ])
  return { health, ready, page }
}

function expectStatuses(
  { health, ready, page }: Awaited<ReturnType<typeof readStatuses>>,
  canReadPages: boolean,
  lagMs: number,
): void {
  expect(health).toMatchObject({ status: 200 })
  expect(ready).toMatchObject({ status: 503 })
  expect(page.status).toBe(canReadPages ? 200 : 500)
  expect(page.ms).toBeLessThanOrEqual(allowLag(2 * maxReplyMs, lagMs))
  expect(page.body).not.toMatch(/node_modules|ECONN|\bat \S+ \(|Prisma/)
}

/** Returns the milliseconds until everyone could save. */
async function waitForSave({ holders, url }: Site): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const results = await Promise.all(holders.map((holder) => holder.save(url)))
    const ms = Math.round(performance.now() - startedAt)
    const failure = results.find(({ status }) => status !== 200)
    if (!failure) return ms
    if (ms > saveTimeoutMs)
      throw new Error(`A save still fails after ${ms} ms: ${failure.status} ${failure.body}`)
    await sleep(50)
  }
}

async function expectRecovered(
  site: Site,
  name: string,
  results: readonly RequestResult[],
  outageLagMs: number,
) {
  const lagWatch = watchEventLoopLag()
  const recoveryMs = await waitForSave(site)
  const lagMs = lagWatch.stop()
  await expectAllStored(site)
  const rejectedResults = results.filter(({ status }) => status === 503)
  reportTestFigures(`Outage of PostgreSQL: ${name}`, {
    requests: results.length,
    'answered 503': rejectedResults.length,
    'slowest answer, ms': Math.max(...results.map(({ ms }) => ms)),
    'back after, ms': recoveryMs,
    'lag of the machine in the outage / recovery, ms': `${outageLagMs} / ${lagMs}`,
  })
  expect(recoveryMs).toBeLessThanOrEqual(allowLag(maxRecoveryMs, lagMs))
}

async function expectAllStored({ system, annotatedProject, holders }: Site): Promise<void> {
  await withPgClient(system.databaseUrl, async (client) => {
    const { rows } = await client.query<{ user: string; sequence: number }>(
      `select user_id as user, sequence from annotation where project_id = $1`,
      [annotatedProject.project.id],
    )
    for (const { user, acknowledged } of holders) {
      const storedSequence = rows.find((row) => row.user === user)?.sequence ?? 0
      expect(storedSequence).toBeGreaterThanOrEqual(
        Math.max(...acknowledged.map(({ sequence }) => sequence)),
      )
    }
  })
}
