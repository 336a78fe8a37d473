import { getDatabase } from './database'
import { findUnsafeSettings } from './env'
import { logger } from './logger'

const neededSettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/**
 * Ends the process when settings are unsafe or the database might lose an acknowledged label. A database that cannot be
 * reached yet is no reason: requests answer 503 until it can.
 */
export async function refuseUnsafeStart(): Promise<void> {
  const problems = findUnsafeSettings()
  if (problems.length === 0) problems.push(...(await findUnsafeDatabaseSettings()))
  if (problems.length === 0) return
  for (const problem of problems) logger.fatal(problem)
  logger.flush()
  process.exit(1)
}

/** Which of PostgreSQL's promises to keep what it acknowledged are switched off. */
export async function findUnsafeDatabaseSettings(): Promise<string[]> {
  try {
    const rows = await getDatabase().$queryRaw<{ name: string; setting: string }[]>`
      select name, setting from pg_settings where name = any (${[...neededSettings]}) and setting = 'off'`
    return rows.map(
      ({ name }) =>
        `PostgreSQL runs with ${name} off: acknowledged labels could be lost. Switch it on.`,
    )
  } catch (error) {
    logger.warn({ error }, 'the database cannot be reached yet')
    return []
  }
}
