import pg from 'pg'
import { closeDatabase } from '@/lib/platform/server/database'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'

/**
 * An empty, migrated database on a temporary PostgreSQL with fsync. Domain code in this process uses it too, because
 * `DATABASE_URL` is set.
 */
export interface BenchDatabase {
  url: string
  /** One connection, for the baselines. */
  client: pg.Client
  stop(): Promise<void>
}

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const postgres = await startTemporaryPostgres()
  const admin = new pg.Client(postgres.url('postgres'))
  await admin.connect()
  await admin.query('create database stepmark')
  await admin.end()
  const url = postgres.url('stepmark')
  await applyMigrations(url)
  process.env.DATABASE_URL = url
  const client = new pg.Client(url)
  await client.connect()
  return {
    url,
    client,
    async stop() {
      await client.end()
      await closeDatabase()
      await postgres.stop()
    },
  }
}
