import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/platform/testing/test-database'
import { findFreePort } from './free-port'
import { applyMigrations, diffMigrationsWithSchema } from './migrations'
import { listMigrationFolders, listPendingMigrations } from './pending-migrations'
import { withPgClient } from './pg-client'

let emptyDatabase: TestDatabase
let migratedDatabase: TestDatabase

beforeAll(async () => {
  emptyDatabase = await createTestDatabase({ isMigrated: false })
  migratedDatabase = await createTestDatabase()
})

afterAll(async () => {
  await emptyDatabase.drop()
  await migratedDatabase.drop()
})

function select(url: string, sql: string): Promise<unknown[]> {
  return withPgClient(url, async (client) => (await client.query<object>(sql)).rows)
}

/** Imitates PgBouncer: the session id that a client receives (BackendKeyData) is not its real one. */
function openPooler(port: number, leadsTo: number): Promise<Server> {
  const keyData = Buffer.from([0x4b, 0, 0, 0, 12])
  const pooler = createServer((incoming) => {
    const outgoing = connect(leadsTo, '127.0.0.1')
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined)
    incoming.pipe(outgoing)
    outgoing.on('data', (data: Buffer) => {
      const offset = data.indexOf(keyData)
      if (offset >= 0) data.writeInt32BE(1, offset + keyData.length)
      incoming.write(data)
    })
    outgoing.on('end', () => incoming.end())
  })
  return new Promise((resolve) => pooler.listen(port, '127.0.0.1', () => resolve(pooler)))
}

describe('migrations', () => {
  it('create the same tables as the Prisma schema (if not, run npm run migration:new -- <name>)', async () => {
    expect(await diffMigrationsWithSchema(emptyDatabase.url)).toBeNull()
    expect(
      await select(emptyDatabase.url, `select 1 from pg_tables where schemaname = 'public'`),
    ).toEqual([])
  })

  it('differ from the Prisma schema if one is missing', async () => {
    expect(await diffMigrationsWithSchema(emptyDatabase.url, [])).toContain('CREATE TABLE')
  })

  it('are rejected through a pooler, which would keep their lock', async () => {
    const lockSql = `select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.pid <> pg_backend_pid()`
    const pooled = new URL(emptyDatabase.url)
    const { port } = pooled
    pooled.port = String(await findFreePort())
    const pooler = await openPooler(Number(pooled.port), Number(port))
    try {
      await expect(applyMigrations(pooled.href)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('Nothing was changed') as string,
      })
    } finally {
      pooler.close()
    }
    expect(await select(emptyDatabase.url, lockSql)).toEqual([])
    expect(await listPendingMigrations(emptyDatabase.url)).toEqual(listMigrationFolders())
  })

  it('apply once, even if two processes try at the same time', async () => {
    expect(await listPendingMigrations(emptyDatabase.url)).toEqual(listMigrationFolders())
    const applied = await Promise.all([
      applyMigrations(emptyDatabase.url),
      applyMigrations(emptyDatabase.url),
    ])
    expect(applied.map((names) => names.length).sort((a, b) => a - b)).toEqual([
      0,
      listMigrationFolders().length,
    ])
    expect(await listPendingMigrations(emptyDatabase.url)).toEqual([])
    expect(await applyMigrations(emptyDatabase.url)).toEqual([])
  })

  it('can be applied after one was interrupted', async () => {
    const [last = ''] = listMigrationFolders().slice(-1)
    await select(
      migratedDatabase.url,
      `insert into _prisma_migrations (id, checksum, migration_name, started_at)
       values ('interrupted', '', '${last}_interrupted', now())`,
    )
    expect(await applyMigrations(migratedDatabase.url)).toEqual([])
  })

  it('give up on a lock after 5 seconds, change nothing, and apply later', async () => {
    const database = await createTestDatabase({ isMigrated: false })
    try {
      await withPgClient(database.url, async (otherClient) => {
        await otherClient.query(`begin; create type flow as enum ('solution')`)
        await expect(applyMigrations(database.url)).rejects.toThrow(
          /a backup, an import or an export\. Migrate again when that has finished\. .*lock timeout/s,
        )
        await otherClient.query('rollback')
      })
      expect(await listPendingMigrations(database.url)).toEqual(listMigrationFolders())
      expect(await applyMigrations(database.url)).toEqual(listMigrationFolders())
    } finally {
      await database.drop()
    }
  })

  it('leave no temporary database behind', async () => {
    const sql = `select datname from pg_database where datname like 'stepmark_shadow%'`
    expect(await select(emptyDatabase.url, sql)).toEqual([])
  })
})
