import { afterAll, beforeAll } from 'vitest'
import { closeDatabase } from '@/lib/platform/server/database'
import { createTestDatabase, type TestDatabase } from './test-database'

/** Gives a test file its own migrated database as the database of the process. */
export function useTestDatabase(): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    process.env.DATABASE_URL = database.url
  })
  afterAll(async () => {
    await closeDatabase()
    delete process.env.DATABASE_URL
    await database.drop()
  })
}
