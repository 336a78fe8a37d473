import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { closeDatabase } from './database'
import { findUnsafeDatabaseSettings } from './start-checks'

useTestDatabase()

test('names what is switched off: on the tests’ server fsync and full_page_writes', async () => {
  expect(await findUnsafeDatabaseSettings()).toEqual([
    'PostgreSQL runs with fsync off: acknowledged labels could be lost. Switch it on.',
    'PostgreSQL runs with full_page_writes off: acknowledged labels could be lost. Switch it on.',
  ])
})

test('does not call a database safe that cannot be asked', async () => {
  const url = process.env.DATABASE_URL
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'
  await expect(findUnsafeDatabaseSettings()).rejects.toThrow(/reach/)
  await closeDatabase()
  process.env.DATABASE_URL = url
})
