import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/platform/testing/test-database'
import { applyMigrations, diffMigrations } from './migrations'
import { listMigrations, listPendingMigrations } from './pending-migrations'
import { usePgClient } from './pg-client'

let empty: TestDatabase
let migrated: TestDatabase

beforeAll(async () => {
  empty = await createTestDatabase({ isMigrated: false })
  migrated = await createTestDatabase()
})

afterAll(async () => {
  await empty.drop()
  await migrated.drop()
})

function select(url: string, sql: string): Promise<unknown[]> {
  return usePgClient(url, async (client) => (await client.query<object>(sql)).rows)
}

describe('migrations', () => {
  it('build what the schema says (else: npm run migration:new -- <name>)', async () => {
    expect(await diffMigrations(empty.url)).toBeNull()
    expect(await select(empty.url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual(
      [],
    )
  })

  it('say what is missing when one of them is', async () => {
    expect(await diffMigrations(empty.url, [])).toContain('CREATE TABLE')
  })

  it('apply once, also when two processes try at the same moment', async () => {
    expect(await listPendingMigrations(empty.url)).toEqual(listMigrations())
    const applied = await Promise.all([applyMigrations(empty.url), applyMigrations(empty.url)])
    expect(applied.map((names) => names.length).sort((a, b) => a - b)).toEqual([
      0,
      listMigrations().length,
    ])
    expect(await listPendingMigrations(empty.url)).toEqual([])
    expect(await applyMigrations(empty.url)).toEqual([])
  })

  it('run again after an interruption', async () => {
    const [last = ''] = listMigrations().slice(-1)
    await select(
      migrated.url,
      `insert into _prisma_migrations (id, checksum, migration_name, started_at)
       values ('interrupted', '', '${last}_interrupted', now())`,
    )
    expect(await applyMigrations(migrated.url)).toEqual([])
  })

  it('leave no scratch database', async () => {
    const sql = `select datname from pg_database where datname like 'stepmark_shadow%'`
    expect(await select(empty.url, sql)).toEqual([])
  })
})
