import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { findMigrationProblems } from '@/lib/platform/server/pending-migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { createTestDatabase, type TestDatabase } from '@/lib/platform/testing/test-database'
import { openDemoDatabase, DemoRefusalError } from './demo-database'

let database: TestDatabase

async function createDatabase(options: { isMigrated: boolean }): Promise<void> {
  database = await createTestDatabase(options)
  process.env.DATABASE_URL = database.url
  onTestFinished(async () => {
    delete process.env.DATABASE_URL
    await database.drop()
  })
}

const homeFolder = '' // unused if DATABASE_URL is set

async function query<T extends object>(sql: string): Promise<T[]> {
  return withPgClient(database.url, async (client) => (await client.query<T>(sql)).rows)
}
const readSettings = () => query('select key, value from instance_setting order by key')
const demoMark = { key: 'made_by', value: 'demo' }

describe('a database from DATABASE_URL', () => {
  test('is marked as the demo’s if it was empty, and stays marked on later starts', async () => {
    await createDatabase({ isMigrated: false })
    await openDemoDatabase(homeFolder, false)
    expect(await readSettings()).toEqual([demoMark])
    await openDemoDatabase(homeFolder, false)
    expect(await readSettings()).toEqual([demoMark])
  })

  test('is emptied by --fresh if the demo created its tables', async () => {
    await createDatabase({ isMigrated: true })
    await query(`insert into instance_setting values ('made_by', 'demo'), ('seeded', 'yes')`)
    await openDemoDatabase(homeFolder, true)
    expect(await readSettings()).toEqual([demoMark])
  })

  test('does not belong to the demo if someone else migrated it, even without accounts', async () => {
    await createDatabase({ isMigrated: true })
    await openDemoDatabase(homeFolder, false)
    expect(await readSettings()).toEqual([])
    await expect(openDemoDatabase(homeFolder, true)).rejects.toThrow(DemoRefusalError)
  })

  test('is rejected and not migrated if it has other tables', async () => {
    await createDatabase({ isMigrated: false })
    await query('create table others (id int)')
    await expect(openDemoDatabase(homeFolder, false)).rejects.toThrow('Nothing was changed')
    const tables = await query(`select tablename from pg_tables where schemaname = 'public'`)
    expect(tables).toEqual([{ tablename: 'others' }])
  })
})

describe('a database of version 0.1.0', () => {
  /**
   * The relevant part of a demo database of 0.1.0: two of its tables, and Prisma's own with its
   * migrations.
   */
  async function createOldDatabase(): Promise<void> {
    await createDatabase({ isMigrated: false })
    await query(`
      create table _prisma_migrations (
        id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
        migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
        started_at timestamptz not null default now(), applied_steps_count int not null default 0);
      insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) values
        ('1', '', now(), '20261121000000_first', 1), ('2', '', now(), '20261123211500_imports_look_by_solution', 1);
      create table instance_setting (key text primary key, value text not null);
      insert into instance_setting values ('made_by', 'demo'), ('seeded', 'yes');
      create table labelling (id uuid primary key);
      insert into labelling values (gen_random_uuid())`)
  }
  const readContents = () =>
    query(`select (select json_agg(m) from _prisma_migrations m) as migrations,
      (select json_agg(s) from instance_setting s) as settings, (select json_agg(l) from labelling l) as labellings,
      (select json_agg(tablename order by tablename) from pg_tables where schemaname = 'public') as tables`)

  test('is rejected by the demo, unchanged, with instructions to export the data and start again', async () => {
    await createOldDatabase()
    const contentsBefore = await readContents()
    const refusal = await openDemoDatabase(homeFolder, false).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DemoRefusalError)
    const { message } = refusal as DemoRefusalError
    expect(message).toContain('start the demo with --fresh')
    expect(message).toContain('commit 87fb817')
    expect(message).toContain('no accounts, rounds, leases or audit log')
    expect(await readContents()).toEqual(contentsBefore)
  })

  test('is rejected by `stepmark migrate` and by a server that starts', async () => {
    await createOldDatabase()
    const contentsBefore = await readContents()
    await expect(applyMigrations(database.url)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Stepmark 0.1.0') as string,
    })
    expect(await findMigrationProblems(database.url)).toEqual([
      expect.stringContaining('Stepmark 0.1.0'),
    ])
    expect(await readContents()).toEqual(contentsBefore)
  })

  test('is replaced by a new demo database with --fresh', async () => {
    await createOldDatabase()
    await openDemoDatabase(homeFolder, true)
    expect(await readSettings()).toEqual([demoMark])
  })
})

test('a second demo does not start while one is running, even with --fresh', async () => {
  delete process.env.DATABASE_URL
  const folder = mkdtempSync(join(tmpdir(), 'stepmark-demo-'))
  chmodSync(folder, 0o755) // root's PostgreSQL runs as another user
  const runningDatabase = await openDemoDatabase(folder, false)
  try {
    const read = () =>
      withPgClient(
        runningDatabase.url,
        async (client) => (await client.query('select from instance_setting')).rowCount,
      )
    for (const isFresh of [false, true])
      await expect(openDemoDatabase(folder, isFresh)).rejects.toThrow(DemoRefusalError)
    expect(await read()).toBe(1)
  } finally {
    await runningDatabase.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
