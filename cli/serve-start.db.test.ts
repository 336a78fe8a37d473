import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '@/lib/platform/server/free-port'
import { listMigrationFolders } from '@/lib/platform/server/pending-migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { openLongTransaction } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { type FaultProxy, startFaultProxy } from '@/system/testing/fault-proxy'
import { findStartProblems } from './run-server'
import type { Terminal } from './terminal'

const timeouts = vi.hoisted(() => ({ databaseTimeoutMs: 0 }))

vi.mock('@/lib/platform/server/pg-client', async (load) => ({
  ...(await load<object>()),
  get databaseTimeoutMs() {
    return timeouts.databaseTimeoutMs
  },
}))

useTestDatabase()

beforeEach(() => {
  timeouts.databaseTimeoutMs = 5_000
})

let direct: string
let proxy: FaultProxy
beforeAll(async () => {
  direct = process.env.DATABASE_URL!
  proxy = await startFaultProxy(Number(new URL(direct).port))
})
afterAll(() => proxy.stop())

/**
 * What `stepmark serve` reports before it starts, with a faulty connection to the database, and
 * what it prints meanwhile.
 */
async function observeStart(
  port = proxy.port,
  url = Object.assign(new URL(direct), { port: String(port) }).href,
): Promise<{ problems: string[]; output: string; tookMs: number }> {
  let output = ''
  const messages = new Writable({
    write(chunk: Buffer, _, done) {
      output += chunk.toString()
      done()
    },
  })
  process.env.DATABASE_URL = url
  const startedAt = performance.now()
  try {
    const terminal = { messages, isInteractive: false } as unknown as Terminal
    const params = { port: await findFreePort(), host: '127.0.0.1' }
    return {
      problems: await findStartProblems(terminal, params),
      output,
      tookMs: performance.now() - startedAt,
    }
  } finally {
    process.env.DATABASE_URL = direct
  }
}

/** Enough for two waits of a second, even on a busy machine. A hang takes longer. */
const startTimeoutMs = 14_000

/** Locks the table of migrations until the test ends, so that reads of it wait. */
function lockMigrationTable() {
  const transaction = openLongTransaction(async (db) => {
    await db.$executeRaw`lock table _prisma_migrations in access exclusive mode`
  })
  onTestFinished(() => transaction.end())
  return transaction.started
}

test('`serve` prints nothing if the database is reachable, and reports a missing migration', async () => {
  expect(await observeStart()).toMatchObject({ problems: [], output: '' })
  const last = listMigrationFolders().at(-1)!
  const set = (state: string) =>
    withPgClient(direct, (client) =>
      client.query(
        `update _prisma_migrations set finished_at = ${state} where migration_name = $1`,
        [last],
      ),
    )
  await set('null')
  try {
    expect((await observeStart()).problems).toEqual([expect.stringContaining('lacks 1 migration')])
  } finally {
    await set('now()')
  }
})

test('`serve` starts after a limited wait if PostgreSQL accepts the connection but never responds', async () => {
  proxy.set({ blackHole: true })
  onTestFinished(() => proxy.set({}))
  timeouts.databaseTimeoutMs = 1_000
  const { problems, output, tookMs } = await observeStart()
  expect(problems).toEqual([])
  expect(
    output.match(/Waiting for PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+…/g)!.length,
  ).toBeGreaterThan(1)
  expect(output).toContain('it did not respond within 1 second,')
  expect(output).toContain('responds with 503')
  expect(tookMs).toBeLessThan(startTimeoutMs)
})

test('`serve` starts after a limited wait if PostgreSQL responds once and then hangs in a query', async () => {
  await lockMigrationTable()
  timeouts.databaseTimeoutMs = 1_000
  const { problems, output, tookMs } = await observeStart()
  expect(problems).toEqual([])
  expect(output).toContain('Waiting for PostgreSQL')
  expect(output).toContain('or closed the connection')
  expect(tookMs).toBeLessThan(startTimeoutMs)
})

test('`serve` starts even if the connection to PostgreSQL is lost during the startup check', async () => {
  await lockMigrationTable()
  const startObservation = observeStart()
  await expect.poll(() => proxy.countConnections(), { timeout: 5_000, interval: 10 }).toBe(1)
  const isWaiting = () =>
    withPgClient(direct, async (client) => {
      const sql = `select 1 from pg_stat_activity where application_name = 'stepmark-start' and wait_event_type = 'Lock'`
      return (await client.query(sql)).rowCount
    })
  await expect.poll(isWaiting, { timeout: 5_000, interval: 50 }).toBe(1)
  proxy.cutAll()
  const { problems, output } = await startObservation
  expect(problems).toEqual([])
  expect(output).toContain('or closed the connection')
})

test('`serve` starts even if the connection to PostgreSQL is refused', async () => {
  const { problems, output } = await observeStart(await findFreePort())
  expect(problems).toEqual([])
  expect(output).toContain('nothing is listening there')
})

test('`serve` does not start with an invalid DATABASE_URL, and reports it without the password', async () => {
  const { problems, output } = await observeStart(0, 'postgresql://stepmark:secret@[1/x')
  expect(problems).toEqual([expect.stringContaining('DATABASE_URL is not a URL')])
  expect(problems.join() + output).not.toContain('secret')
})

test('`serve` rethrows an unexpected database error from the startup check', async () => {
  const change = (sql: string) => withPgClient(direct, (client) => client.query(sql))
  await change('alter table _prisma_migrations rename column finished_at to ended_at')
  try {
    await expect(observeStart()).rejects.toMatchObject({ code: '42703' })
  } finally {
    await change('alter table _prisma_migrations rename column ended_at to finished_at')
  }
})
