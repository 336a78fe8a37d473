import { createServer } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { countConnectionsByPool, getDatabase } from './database'
import { listMigrationFolders } from './pending-migrations'
import { withPgClient } from './pg-client'
import { closeReadinessConnections, findReadinessProblems } from './readiness'

useTestDatabase()
afterEach(closeReadinessConnections)

/** Sets DATABASE_URL until the end of the test. */
function useDatabase(url: string): void {
  const before = process.env.DATABASE_URL!
  process.env.DATABASE_URL = url
  onTestFinished(() => void (process.env.DATABASE_URL = before))
}

test('concurrent readiness checks share one query', async () => {
  const checks = Array.from({ length: 50 }, () => findReadinessProblems())
  expect(new Set(checks).size).toBe(1)
  await checks[0]
})

describe('a process is ready', () => {
  test('when all migrations are applied', async () => {
    expect(await findReadinessProblems()).toEqual([])
  })

  test('while every connection of its pool is in use', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const queries = Array.from({ length: 10 }, () =>
      getDatabase().$transaction(
        async (db) => {
          await db.$queryRaw`select 1`
          await released
        },
        { timeout: 30_000 },
      ),
    )
    await expect
      .poll(countConnectionsByPool)
      .toEqual([{ pool: 'everyday', used: 10, idle: 0, waiting: 0 }])
    await expect.poll(findReadinessProblems, { timeout: 4_000 }).toEqual([])
    expect(countConnectionsByPool()).toMatchObject([{ used: 10 }])
    release()
    await Promise.all(queries)
  })
})

describe('a process is not ready', () => {
  test('if nothing listens on the database port', async () => {
    useDatabase('postgresql://nobody@127.0.0.1:1/nothing')
    expect(await findReadinessProblems()).toEqual(['the database cannot be reached'])
  })

  test('soon after 500 ms if the database does not respond', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as { port: number }
    useDatabase(`postgresql://nobody@127.0.0.1:${port}/nothing`)
    const startedAt = performance.now()
    expect((await findReadinessProblems()).join()).toMatch(
      /^the database (did not respond|cannot be)/,
    )
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })

  test('while the database lacks a migration or one is unfinished', async () => {
    const last = listMigrationFolders().at(-1)
    const change = (finishedText: 'null' | 'now()') =>
      withPgClient(process.env.DATABASE_URL!, (client) =>
        client.query(
          `update _prisma_migrations set finished_at = ${finishedText} where migration_name = $1`,
          [last],
        ),
      )
    await change('null')
    expect(await findReadinessProblems()).toEqual(['the database has pending migrations'])
    await change('now()')
    expect(await findReadinessProblems()).toEqual([])
  })

  test('while the database is read-only, like a standby', async () => {
    const url = new URL(process.env.DATABASE_URL!)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    useDatabase(url.href)
    expect(await findReadinessProblems()).toEqual(['the database is read-only'])
  })

  test('when it is shutting down', async () => {
    const { startDraining } = await import('./shutdown-drain')
    startDraining()
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'stepmarkDraining'))
    expect(await findReadinessProblems()).toEqual(['this process is shutting down'])
  })
})
