import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { closeDatabase } from '@/lib/platform/server/database'
import { createTestDatabase, type TestDatabase } from './test-database'

const dayMs = 86_400_000
/** More than a test takes that compares days, on a machine under load. */
const beforeMidnightMs = 20_000

/** Gives a test file its own migrated database as the database of the process. */
export function useTestDatabase(): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    process.env.DATABASE_URL = database.url
  })
  // A test that expects its work on the current day would fail if midnight (UTC) passed meanwhile.
  beforeEach(async () => {
    const untilMidnightMs = dayMs - (Date.now() % dayMs)
    if (untilMidnightMs < beforeMidnightMs) await wait(untilMidnightMs)
  })
  afterAll(async () => {
    await closeDatabase()
    delete process.env.DATABASE_URL
    await database.drop()
  })
}
