import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { withPgClient } from '@/lib/platform/server/pg-client'

/** What the global set-up provides to every test file with `inject`. */
export interface TestPostgresServer {
  /** May create databases; not used by tests themselves. */
  url: string
  superuserUrl: string
  /** A migrated, empty database to clone. */
  template: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestPostgresServer
  }
}

export interface TestDatabase {
  /** For the role that owns the database, as in production. */
  url: string
  /** Closes every connection to it and deletes it. */
  drop(): Promise<void>
}

async function runOnServer(url: string, sql: string): Promise<void> {
  await withPgClient(url, (client) => client.query(sql))
}

/**
 * Creates a migrated database, cloned from the template: one per test file, in `beforeAll`. Without `isMigrated` it
 * is empty. For tests with a shared server: `*.db.test.ts` and those in system/.
 */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { url: serverUrl, superuserUrl, template } = inject('testServer')
  await runOnServer(
    serverUrl,
    `create database ${name} template ${isMigrated ? template : 'template1'}`,
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    // Only a superuser may close the connections of another superuser, and some tests open one.
    drop: () => runOnServer(superuserUrl, `drop database if exists ${name} with (force)`),
  }
}
