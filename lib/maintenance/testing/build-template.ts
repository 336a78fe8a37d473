import { bringUpToDate } from '@/lib/maintenance/server/bring-up-to-date'
import { withEnvironment } from '@/lib/platform/testing/with-environment'

/** Fills the empty database that tests clone, as `stepmark migrate` would: migrations and the tables of jobs. */
export async function buildTemplate(databaseUrl: string): Promise<void> {
  // Jobs have their tables where DATABASE_URL says.
  await withEnvironment({ DATABASE_URL: databaseUrl }, () =>
    bringUpToDate(databaseUrl, null, () => undefined),
  )
}
