import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { readDatabaseUrl, readReplicaUrl } from './env'
import { giveUpOnSilence } from './give-up-on-silence'
import { traceStatements } from './trace-statements'
import { TrackedPool } from './tracked-pool'

/** Exports and pieces of files at once hold a connection for as long as a network takes, and must not hold everyone's. */
const poolSizes = { everyday: 10, transfer: 5, replica: 5 } as const
type Pool = keyof typeof poolSizes

/** What requests of one process take at most, and its jobs as much again in a thread of their own. */
export const requestConnectionsMax = poolSizes.everyday + poolSizes.transfer
const connectionTimeoutMs = 2_000
/** A statement that takes longer is a mistake or an attack; imports and exports ask for more. */
export const statementTimeoutMs = 5_000
/** A peer that is gone says nothing: so soon the operating system asks whether it is there. */
const keepAliveMs = 10_000
/** When the server has not even said that: it stands still, or cannot be reached any more. */
const silenceMs = statementTimeoutMs + 250

/** The first statement of every connection. */
export const useUtc = "set timezone to 'UTC'"

/** Secrets are absent from every row that does not name them. */
const omit = {
  user: { passwordHash: true },
  session: { secretHash: true },
  apiToken: { secretHash: true },
  totp: { sealedSecret: true },
  recoveryCode: { codeHash: true },
} as const

function openPool(connectionString: string, kind: Pool): TrackedPool {
  const pool = new TrackedPool({
    connectionString,
    max: poolSizes[kind],
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'stepmark',
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it, which its types do not say
    onConnect: async (client) => {
      // What the other is for may take long, and sets limits of its own.
      if (kind === 'everyday') giveUpOnSilence(client, silenceMs)
      // Prisma takes every time for UTC and drops the offset that PostgreSQL writes beside it.
      await client.query(useUtc)
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

/** What runs statements: the database itself, or one transaction of it. */
export type Transaction = Omit<
  Database,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>

interface OpenDatabase {
  url: string
  pool: TrackedPool
  database: Database
}

// Next loads this module once for pages and once for route handlers; the pools are the process's.
const holder = globalThis as {
  stepmarkDatabases?: Partial<Record<Pool, OpenDatabase>>
}

function getPool(pool: Pool, url = readDatabaseUrl()): Database {
  const pools = (holder.stepmarkDatabases ??= {})
  const open = pools[pool]
  if (open?.url === url) return open.database
  const connections = openPool(url, pool)
  const database = openDatabase(connections)
  pools[pool] = { url, pool: connections, database }
  return database
}

/** The process's database. Opened at first use. */
export function getDatabase(): Database {
  return getPool('everyday')
}

/** The same for imports and exports: a few connections of their own. */
export function getTransferDatabase(): Database {
  return getPool('transfer')
}

/** The one that lags behind and can only be read; null where there is none. Ask `readOnReplica` (./replica) for it. */
export function getReplicaDatabase(): Database | null {
  const url = readReplicaUrl()
  return url === null ? null : getPool('replica', url)
}

/** Whether whoever asks the replica now would wait for a connection. */
export function isReplicaPoolFull(): boolean {
  const pool = holder.stepmarkDatabases?.replica?.pool
  return pool !== undefined && pool.idleCount === 0 && pool.totalCount >= poolSizes.replica
}

/** What the pools of this process hold at this moment, and how many wait for a connection. */
export function countConnections(): { pool: Pool; used: number; idle: number; waiting: number }[] {
  return Object.entries(holder.stepmarkDatabases ?? {}).map(([name, { pool }]) => ({
    pool: name as Pool,
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }))
}

export async function closeDatabase(): Promise<void> {
  const pools = Object.values(holder.stepmarkDatabases ?? {})
  delete holder.stepmarkDatabases
  await Promise.all(pools.map(({ database }) => database.$disconnect()))
}
