import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { closeConnectionWhenUnresponsive } from './close-connection-when-unresponsive'
import { readDatabaseUrl, readReplicaUrl } from './env'
import { setUpConnection, type TransactionLimits } from './set-up-connection'
import { traceStatements } from './trace-statements'
import { TrackedPool } from './tracked-pool'

/** Exports and uploads occupy a connection for as long as the network takes, so they have their own pool. */
const poolSizes = { everyday: 10, transfer: 5, replica: 5 } as const
type PoolName = keyof typeof poolSizes

/** Maximum for requests and periodic tasks of one process. Its job thread, while it runs, has as many again. */
export const maxRequestConnections = poolSizes.everyday + poolSizes.transfer
const connectionTimeoutMs = 2_000
/** A slower statement is a mistake or an attack. Imports and exports set a longer limit. */
export const statementTimeoutMs = 5_000
/** Interval of TCP keepalive: a lost peer sends nothing. */
const keepAliveMs = 10_000
/** Limit for a server that is frozen or unreachable and does not enforce its own. */
const responseTimeoutMs = statementTimeoutMs + 250

/**
 * Limits of the everyday pool. A process that is frozen in a transaction keeps its locks until PostgreSQL ends the
 * session, and the same people wait for them on other processes. `idleMs` is longer than a busy process pauses
 * between two statements.
 */
export const requestTransactionLimits: TransactionLimits = {
  lockMs: 3_000,
  idleMs: 2_000,
  totalMs: 6_000,
  unacknowledgedMs: 5_000,
}
/** Jobs compute between statements, and commands of this pool set shorter limits. */
const transferLimits: TransactionLimits = {
  lockMs: 0,
  idleMs: 60_000,
  totalMs: 0,
  unacknowledgedMs: 0, // the reader of an export may be slow
}

/** Secrets are omitted from rows unless a query selects them. */
const omit = {
  user: { passwordHash: true },
  session: { secretHash: true },
  apiToken: { secretHash: true },
  totp: { sealedSecret: true },
  recoveryCode: { codeHash: true },
} as const

function openPool(connectionString: string, name: PoolName): TrackedPool {
  const pool = new TrackedPool({
    connectionString,
    max: poolSizes[name],
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'stepmark',
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits it, although its types do not say so
    onConnect: async (client) => {
      // The other pools run long statements, whose limits jobs and streams set.
      if (name === 'everyday') closeConnectionWhenUnresponsive(client, responseTimeoutMs)
      // Also sets the time zone to UTC: Prisma reads every time as UTC and ignores the offset from PostgreSQL.
      await setUpConnection(client, name === 'everyday' ? requestTransactionLimits : transferLimits)
    },
  })
  traceStatements(pool)
  pool.on('connect', traceStatements)
  return pool
}

function openDatabase(pool: TrackedPool) {
  return new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }), omit })
}

export type Database = ReturnType<typeof openDatabase>

/** Runs statements: the database or a transaction. */
export type Transaction = Omit<
  Database,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>

interface OpenDatabase {
  url: string
  pool: TrackedPool
  database: Database
}

// Next loads this module once for pages and once for route handlers, so the pools are stored globally.
const processGlobals = globalThis as {
  stepmarkDatabases?: Partial<Record<PoolName, OpenDatabase>>
}

function getPooledDatabase(name: PoolName, url = readDatabaseUrl()): Database {
  const pools = (processGlobals.stepmarkDatabases ??= {})
  const existing = pools[name]
  if (existing?.url === url) return existing.database
  const pool = openPool(url, name)
  const database = openDatabase(pool)
  pools[name] = { url, pool, database }
  return database
}

/** The database of this process, opened on first use. */
export function getDatabase(): Database {
  return getPooledDatabase('everyday')
}

/** A small separate pool for imports, exports and jobs. */
export function getTransferDatabase(): Database {
  return getPooledDatabase('transfer')
}

/** The read-only replica, which may lag behind; null if none is set. Use `readOnReplica` (./replica). */
export function findReplicaDatabase(): Database | null {
  const url = readReplicaUrl()
  return url === null ? null : getPooledDatabase('replica', url)
}

/** Whether a request to the replica would have to wait for a connection. */
export function isReplicaPoolFull(): boolean {
  const pool = processGlobals.stepmarkDatabases?.replica?.pool
  return pool !== undefined && pool.idleCount === 0 && pool.totalCount >= poolSizes.replica
}

/** Connections of this process's pools now, and requests waiting for one. */
export function countConnectionsByPool(): {
  pool: PoolName
  used: number
  idle: number
  waiting: number
}[] {
  return Object.entries(processGlobals.stepmarkDatabases ?? {}).map(([name, { pool }]) => ({
    pool: name as PoolName,
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
}

export async function closeDatabase(): Promise<void> {
  const pools = Object.values(processGlobals.stepmarkDatabases ?? {})
  delete processGlobals.stepmarkDatabases
  await Promise.all(pools.map(({ database }) => database.$disconnect()))
}
