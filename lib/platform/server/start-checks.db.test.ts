import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { closeDatabase, getDatabase } from './database'
import { findMigrationProblems, listMigrationFolders } from './pending-migrations'
import { withPgClient } from './pg-client'
import { compareSecretFingerprint } from './secret-fingerprints'
import {
  checkDatabaseAtStart,
  findDatabaseProblems,
  findNodeVersionProblems,
  findUnsafeDatabaseSettings,
} from './start-checks'

useTestDatabase()

test('reports unsafe PostgreSQL settings: fsync and full_page_writes on the test server', async () => {
  expect(await findUnsafeDatabaseSettings()).toEqual([
    'PostgreSQL runs with fsync off, so acknowledged labels could be lost. Turn it on.',
    'PostgreSQL runs with full_page_writes off, so acknowledged labels could be lost. Turn it on.',
  ])
})

test('reports synchronous_commit if it is off', async () => {
  const set = (value: string) =>
    withPgClient(process.env.DATABASE_URL!, (client) =>
      client.query(`do $$ begin
        execute format('alter database %I set synchronous_commit = %L', current_database(), '${value}');
      end $$`),
    )
  await set('off')
  await closeDatabase()
  expect((await findUnsafeDatabaseSettings()).at(-1)).toContain('synchronous_commit off')
  await set('on')
  await closeDatabase()
  expect(await findUnsafeDatabaseSettings()).toHaveLength(2)
})

test('reports a default isolation level other than read committed', async () => {
  const setDefault = (value: string) =>
    withPgClient(process.env.DATABASE_URL!, (client) =>
      client.query(`do $$ begin
        execute format('alter database %I set default_transaction_isolation = %L', current_database(), '${value}');
      end $$`),
    )
  await setDefault('serializable')
  await closeDatabase()
  expect((await findUnsafeDatabaseSettings())[0]).toContain('default_transaction_isolation')
  await setDefault('read committed')
  await closeDatabase()
  expect(await findUnsafeDatabaseSettings()).toHaveLength(2)
})

test('throws if the database is unreachable, instead of reporting no unsafe settings', async () => {
  const url = process.env.DATABASE_URL
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'
  await expect(findUnsafeDatabaseSettings()).rejects.toThrow(/reach/)
  await closeDatabase()
  process.env.DATABASE_URL = url
})

describe('a database that cannot be checked', () => {
  test.each([
    ['nothing listens on its port', (url: URL) => (url.port = '1')],
    ['no database has that name yet', (url: URL) => (url.pathname = '/absent')],
    ['the password is wrong', (url: URL) => (url.password = 'another')],
  ])('is checked again later if %s', async (_, change) => {
    const direct = process.env.DATABASE_URL!
    const url = new URL(direct)
    change(url)
    process.env.DATABASE_URL = url.href
    try {
      expect(await findDatabaseProblems()).toBeNull()
    } finally {
      await closeDatabase()
      process.env.DATABASE_URL = direct
    }
  })

  test('is reported as a problem if the check fails with an SQL error', async () => {
    const change = (sql: string) =>
      withPgClient(process.env.DATABASE_URL!, (client) => client.query(sql))
    await change('alter table _prisma_migrations rename column finished_at to ended_at')
    try {
      expect(await findDatabaseProblems()).toEqual([
        expect.stringContaining('database check failed: column "finished_at"') as string,
      ])
    } finally {
      await change('alter table _prisma_migrations rename column ended_at to finished_at')
    }
  })
})

test('a starting server records a fingerprint of its secret', async () => {
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  const compare = () => compareSecretFingerprint(getDatabase())
  await checkDatabaseAtStart(async () => null)
  expect(await compare()).toBe('none')
  await checkDatabaseAtStart(async () => [])
  expect(await compare()).toBe('same')
  process.env.NEXTAUTH_SECRET = 'another secret for tests, as long as the one before'
  expect(await compare()).toBe('other')
})

describe('the version of the database', () => {
  const change = (sql: string, values: unknown[] = []) =>
    withPgClient(process.env.DATABASE_URL!, (client) => client.query(sql, values))
  const find = () => findMigrationProblems(process.env.DATABASE_URL!)

  test('is right if all migrations match', async () => {
    expect(await find()).toEqual([])
  })

  test('is reported as wrong, with advice, if a migration is missing or unfinished', async () => {
    const last = listMigrationFolders().at(-1)!
    for (const state of ['finished_at = null', 'finished_at = now(), rolled_back_at = now()']) {
      await change(`update _prisma_migrations set ${state} where migration_name = $1`, [last])
      expect(await find()).toEqual([
        `The database lacks 1 migration (${last}). Run "stepmark migrate".`,
      ])
    }
    await change('update _prisma_migrations set finished_at = now(), rolled_back_at = null')
    expect(await find()).toEqual([])
  })

  test('is reported if it is newer than this process', async () => {
    await change(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
      values ('later', '', '29990101000000_later', now())`)
    expect(await find()).toEqual([
      expect.stringContaining('of a newer version (29990101000000_later)'),
    ])
    await change(`delete from _prisma_migrations where id = 'later'`)
  })
})

test.each([
  ['18.20.4', false],
  ['22.18.9', false],
  ['22.19.0', true],
  ['22.20.0', true],
  ['24.0.0', true],
])('Node %s is new enough: %s', (version, isEnough) => {
  expect(findNodeVersionProblems(version)).toEqual(
    isEnough
      ? []
      : [`This is Node ${version}, but Stepmark needs 22.19 or newer. Install a newer Node.`],
  )
})
