import { bringUpToDate } from '@/lib/upkeep/server/bring-up-to-date'

/** Fills the empty database that tests clone, as `stepmark migrate` would: migrations and the tables of jobs. */
export async function buildTemplate(databaseUrl: string): Promise<void> {
  const previousUrl = process.env.DATABASE_URL
  process.env.DATABASE_URL = databaseUrl // where jobs have their tables
  try {
    await bringUpToDate(databaseUrl, null, () => undefined)
  } finally {
    if (previousUrl === undefined) delete process.env.DATABASE_URL
    else process.env.DATABASE_URL = previousUrl
  }
}
