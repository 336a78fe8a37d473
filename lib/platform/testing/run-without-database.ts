import { closeDatabase } from '@/lib/platform/server/database'
import { runWithEnvironment } from './run-with-environment'

/** Runs `meanwhile` while the database is unreachable. */
export async function runWithoutDatabase<T>(meanwhile: () => Promise<T>): Promise<T> {
  const unreachable = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }
  await closeDatabase()
  try {
    return await runWithEnvironment(unreachable, meanwhile)
  } finally {
    await closeDatabase()
  }
}
