import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { createTestDatabase, type TestDatabase } from '@/lib/platform/testing/test-database'
import { openDemoDatabase, Refusal } from './demo-database'

let database: TestDatabase

async function createDatabase(options: { isMigrated: boolean }): Promise<void> {
  database = await createTestDatabase(options)
  process.env.DATABASE_URL = database.url
  onTestFinished(async () => {
    delete process.env.DATABASE_URL
    await database.drop()
  })
}

const home = '' // unused where DATABASE_URL names a database

async function query<T extends object>(sql: string): Promise<T[]> {
  return usePgClient(database.url, async (client) => (await client.query<T>(sql)).rows)
}
const readSettings = () => query('select key, value from instance_setting order by key')
const demoMark = { key: 'made_by', value: 'demo' }

describe('a database that DATABASE_URL names', () => {
  test('is the demo’s where it was empty, and stays so', async () => {
    await createDatabase({ isMigrated: false })
    await openDemoDatabase(home, false)
    expect(await readSettings()).toEqual([demoMark])
    await openDemoDatabase(home, false)
    expect(await readSettings()).toEqual([demoMark])
  })

  test('is emptied by --fresh where the demo made it', async () => {
    await createDatabase({ isMigrated: true })
    await query(`insert into instance_setting values ('made_by', 'demo'), ('seeded', 'yes')`)
    await openDemoDatabase(home, true)
    expect(await readSettings()).toEqual([demoMark])
  })

  test('is not the demo’s where somebody migrated it, even without an account in it', async () => {
    await createDatabase({ isMigrated: true })
    await openDemoDatabase(home, false)
    expect(await readSettings()).toEqual([])
    await expect(openDemoDatabase(home, true)).rejects.toThrow(Refusal)
  })

  test('is refused, and not migrated, where it holds other tables', async () => {
    await createDatabase({ isMigrated: false })
    await query('create table somebodys (id int)')
    await expect(openDemoDatabase(home, false)).rejects.toThrow('Nothing was changed')
    const tables = await query(`select tablename from pg_tables where schemaname = 'public'`)
    expect(tables).toEqual([{ tablename: 'somebodys' }])
  })
})

test('a demo that is running keeps its place to itself: a second one, fresh or not, is refused', async () => {
  delete process.env.DATABASE_URL
  const place = mkdtempSync(join(tmpdir(), 'stepmark-demo-'))
  chmodSync(place, 0o755) // root's PostgreSQL runs as another user
  const running = await openDemoDatabase(place, false)
  try {
    const read = () =>
      usePgClient(
        running.url,
        async (client) => (await client.query('select from instance_setting')).rowCount,
      )
    for (const isFresh of [false, true])
      await expect(openDemoDatabase(place, isFresh)).rejects.toThrow(Refusal)
    expect(await read()).toBe(1)
  } finally {
    await running.stop()
    rmSync(place, { recursive: true, force: true })
  }
})
