import { migrateDatabase } from '@/lib/maintenance/server/migrate-database'
import { runWithEnvironment } from '@/lib/platform/testing/run-with-environment'

/** Applies migrations and creates the job tables, as `stepmark migrate` does, in the database that tests clone. */
export async function migrateTemplateDatabase(databaseUrl: string): Promise<void> {
  // The job tables are created in DATABASE_URL.
  await runWithEnvironment({ DATABASE_URL: databaseUrl }, () =>
    migrateDatabase(databaseUrl, null, () => undefined),
  )
}
