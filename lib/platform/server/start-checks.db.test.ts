import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { closeDatabase } from './database'
import { usePgClient } from './pg-client'
import { findUnsafeDatabaseSettings } from './start-checks'

useTestDatabase()

test('names what is switched off: on the tests’ server fsync and full_page_writes', async () => {
  expect(await findUnsafeDatabaseSettings()).toEqual([
    'PostgreSQL runs with fsync off: acknowledged labels could be lost. Switch it on.',
    'PostgreSQL runs with full_page_writes off: acknowledged labels could be lost. Switch it on.',
  ])
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
