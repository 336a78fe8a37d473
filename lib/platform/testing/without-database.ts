import { closeDatabase } from '@/lib/platform/server/database'

/** Does `meanwhile` while no database can be reached. */
export async function withoutDatabase<T>(meanwhile: () => Promise<T>): Promise<T> {
  const url = process.env.DATABASE_URL
  await closeDatabase()
  process.env.DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'
  try {
    return await meanwhile()
  } finally {
    await closeDatabase()
    process.env.DATABASE_URL = url
  }
}
