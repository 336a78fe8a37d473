import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { closeDatabase, getDatabase } from './database'
import { usePgClient } from './pg-client'
import { findMigrationProblems, listMigrations } from './pending-migrations'
import {
  findDatabaseProblems,
  findOldNode,
  findUnsafeDatabaseSettings,
  startOnDatabase,
} from './start-checks'
import { judgeStartedSecret } from './started-secrets'

useTestDatabase()

test('names what is switched off: on the tests’ server fsync and full_page_writes', async () => {
  expect(await findUnsafeDatabaseSettings()).toEqual([
    'PostgreSQL runs with fsync off: acknowledged labels could be lost. Switch it on.',
    'PostgreSQL runs with full_page_writes off: acknowledged labels could be lost. Switch it on.',
  ])
})

test('names synchronous_commit, where that is off', async () => {
  const set = (value: string) =>
    usePgClient(process.env.DATABASE_URL!, (client) =>
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

test('names another isolation than what our transactions are written for', async () => {
  const setDefault = (value: string) =>
    usePgClient(process.env.DATABASE_URL!, (client) =>
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

test('does not call a database safe that cannot be asked', async () => {
  const url = process.env.DATABASE_URL
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'
  await expect(findUnsafeDatabaseSettings()).rejects.toThrow(/reach/)
  await closeDatabase()
  process.env.DATABASE_URL = url
})

describe('a database that cannot be looked at', () => {
  test.each([
    ['no one answers', (url: URL) => (url.port = '1')],
    ['there is none of that name yet', (url: URL) => (url.pathname = '/absent')],
    ['the password is not ours', (url: URL) => (url.password = 'another')],
  ])('is looked at again where %s', async (_, change) => {
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

  test('for a reason that no waiting mends is a problem, and told', async () => {
    const change = (sql: string) =>
      usePgClient(process.env.DATABASE_URL!, (client) => client.query(sql))
    await change('alter table _prisma_migrations rename column finished_at to ended_at')
    try {
      expect(await findDatabaseProblems()).toEqual([
        expect.stringContaining('cannot be looked at: column "finished_at"') as string,
      ])
    } finally {
      await change('alter table _prisma_migrations rename column ended_at to finished_at')
    }
  })
})

test('a server writes down under which secret it starts, once it does', async () => {
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  const judge = () => judgeStartedSecret(getDatabase())
  await startOnDatabase(async () => null)
  expect(await judge()).toBe('none')
  await startOnDatabase(async () => [])
  expect(await judge()).toBe('same')
  process.env.NEXTAUTH_SECRET = 'another secret for tests, as long as the one before'
  expect(await judge()).toBe('other')
})

describe('a database that was not made for this version', () => {
  const change = (sql: string, values: unknown[] = []) =>
    usePgClient(process.env.DATABASE_URL!, (client) => client.query(sql, values))
  const find = () => findMigrationProblems(process.env.DATABASE_URL!)

  test('is none that has what this version has', async () => {
    expect(await find()).toEqual([])
  })

  test('lacks a migration, or has one that did not end: named, with what to do', async () => {
    const last = listMigrations().at(-1)!
    for (const state of ['finished_at = null', 'finished_at = now(), rolled_back_at = now()']) {
      await change(`update _prisma_migrations set ${state} where migration_name = $1`, [last])
      expect(await find()).toEqual([
        `The database lacks 1 migration (${last}). Run "stepmark migrate".`,
      ])
    }
    await change('update _prisma_migrations set finished_at = now(), rolled_back_at = null')
    expect(await find()).toEqual([])
  })

  test('is ahead of it', async () => {
    await change(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
      values ('later', '', '29990101000000_later', now())`)
    expect(await find()).toEqual([
      expect.stringContaining('29990101000000_later): a newer one made'),
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
  expect(findOldNode(version)).toEqual(
    isEnough ? [] : [`This is Node ${version}: Stepmark needs 22.19 or newer. Install it.`],
  )
})
