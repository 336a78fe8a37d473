import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { closeDatabase } from '@/lib/platform/server/database'
import {
  listMigrationFolders,
  listPendingMigrations,
} from '@/lib/platform/server/pending-migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { createTestDatabase, type TestDatabase } from '@/lib/platform/testing/test-database'
import { runCommand } from './testing/run-command'

let emptyDatabase: TestDatabase
let role: string
const originalDatabaseUrl = process.env.DATABASE_URL

const asSuperuser = (sql: string) =>
  withPgClient(
    Object.assign(new URL(inject('testServer').superuserUrl), {
      pathname: new URL(emptyDatabase.url).pathname,
    }).href,
    (client) => client.query(sql),
  )

beforeEach(async () => {
  emptyDatabase = await createTestDatabase({ isMigrated: false })
  role = `served_${randomUUID().slice(0, 8)}`
  process.env.DATABASE_URL = emptyDatabase.url
})
afterEach(async () => {
  delete process.env.STEPMARK_ROLE_PASSWORD
  await closeDatabase()
  const { rowCount } = await asSuperuser(`select 1 from pg_roles where rolname = '${role}'`)
  if (rowCount) await asSuperuser(`drop owned by ${role}; drop role ${role}`)
  await emptyDatabase.drop()
  process.env.DATABASE_URL = originalDatabaseUrl
})

describe('`migrate --grant`', () => {
  const migrate = () => runCommand(['migrate', '--grant', role])

  test.each([
    ['a role that does not exist', undefined, 'There is no role'],
    ['a password that is too short', 'short', 'STEPMARK_ROLE_PASSWORD must have at least 16'],
    ['a role that the owner can’t create', randomUUID(), 'can’t create the role'],
  ])('rejects %s before applying any migration', async (_, password, message) => {
    if (password !== undefined) process.env.STEPMARK_ROLE_PASSWORD = password
    const { status, stdout, stderr } = await migrate()
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).toContain('Nothing was changed.')
    expect(await listPendingMigrations(emptyDatabase.url)).toEqual(listMigrationFolders())
  })

  test('rejects a superuser and the owner of the tables before applying any migration', async () => {
    for (const name of ['postgres', new URL(emptyDatabase.url).username])
      expect(await runCommand(['migrate', '--grant', name])).toMatchObject({
        status: 1,
        stdout: '',
      })
    expect(await listPendingMigrations(emptyDatabase.url)).toEqual(listMigrationFolders())
  })

  test('succeeds for both of two concurrent runs; the second waits for the first', async () => {
    await asSuperuser(`create role ${role} login password 'x'`)
    const results = await Promise.all([migrate(), migrate()])
    expect(results.map(({ status, stderr }) => [status, stderr.split('\n').at(-2)])).toEqual(
      results.map(() => [0, expect.stringContaining('has the rights of the servers')]),
    )
    const first = listMigrationFolders()[0]!
    expect(results.filter(({ stdout }) => stdout.includes(first))).toHaveLength(1)
  })
})
