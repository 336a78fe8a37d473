import pg from 'pg'
import { readDatabaseUrl } from './env'
import { listMigrationFolders } from './pending-migrations'
import { isDraining } from './shutdown-drain'

const responseTimeoutMs = 500
const undefinedTable = '42P01'

// Stored globally, so that a process has one connection however often this module is loaded.
const processGlobals = globalThis as { stepmarkReadiness?: { url: string; pool: pg.Pool } }

/**
 * Uses its own connection: a busy pool does not mean that the database is down, and must not take a server out of
 * service at peak load.
 */
function openPool(): pg.Pool {
  const url = readDatabaseUrl()
  if (processGlobals.stepmarkReadiness?.url === url) return processGlobals.stepmarkReadiness.pool
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: responseTimeoutMs,
    query_timeout: responseTimeoutMs,
    application_name: 'stepmark-ready',
  })
  pool.on('error', () => undefined) // if the connection is lost while idle, the next query fails
  processGlobals.stepmarkReadiness = { url, pool }
  return pool
}

let pendingCheck: Promise<string[]> | undefined

/** Why this process should receive no requests; empty if it is ready. Concurrent checks share one query. */
export function findReadinessProblems(): Promise<string[]> {
  pendingCheck ??= checkReadiness().finally(() => (pendingCheck = undefined))
  return pendingCheck
}

async function checkReadiness(): Promise<string[]> {
  return [...(isDraining() ? ['this process is shutting down'] : []), ...(await checkDatabase())]
}

async function checkDatabase(): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), responseTimeoutMs)
  })
  try {
    const migrationState = await Promise.race([readMigrationState(), timeout])
    if (migrationState === null) return ['the database did not respond in time']
    const isPending = (name: string) => !migrationState.names.has(name)
    return [
      ...(listMigrationFolders().some(isPending) ? ['the database has pending migrations'] : []),
      ...(migrationState.isReadOnly ? ['the database is read-only'] : []),
    ]
  } catch {
    return ['the database cannot be reached']
  } finally {
    clearTimeout(timer)
  }
}

async function readMigrationState(): Promise<{ names: Set<string>; isReadOnly: boolean }> {
  try {
    const { rows } = await openPool().query<{ name: string; isReadOnly: boolean }>(
      `select migration_name as name, current_setting('transaction_read_only') = 'on' as "isReadOnly"
       from _prisma_migrations where finished_at is not null and rolled_back_at is null`,
    )
    return {
      names: new Set(rows.map(({ name }) => name)),
      isReadOnly: rows.some(({ isReadOnly }) => isReadOnly),
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable)
      return { names: new Set(), isReadOnly: false }
    throw error
  }
}

/** How many workers run jobs; null if the database does not say. Even without workers, a server is ready for requests. */
export async function countWorkersForReadiness(): Promise<number | null> {
  try {
    const { rows } = await openPool().query<{ workers: number }>(
      'select count_running_workers() as workers',
    )
    return rows[0]?.workers ?? null
  } catch {
    return null
  }
}

export async function closeReadinessConnections(): Promise<void> {
  const existing = processGlobals.stepmarkReadiness
  delete processGlobals.stepmarkReadiness
  await existing?.pool.end()
}
