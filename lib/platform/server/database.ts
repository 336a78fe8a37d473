import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { readDatabaseUrl } from './env'
import { traceStatements } from './trace-statements'
import { TrackedPool } from './tracked-pool'

const poolSize = 10
/** Exports and pieces of files at once. They hold a connection for as long as a network takes, and must not hold everybody's. */
const transferPoolSize = 5
const connectionTimeoutMs = 2_000
/** A statement that takes longer is a mistake or an attack; imports and exports ask for more. */
export const statementTimeoutMs = 5_000

/** Secrets are absent from every row that does not name them. */
const omit = {
  user: { passwordHash: true },
  session: { secretHash: true },
  apiToken: { secretHash: true },
  totp: { sealedSecret: true },
  recoveryCode: { codeHash: true },
} as const

function openPool(connectionString: string, size: number): TrackedPool {
  const pool = new TrackedPool({
    connectionString,
    max: size,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    application_name: 'stepmark',
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

type Pool = 'everyday' | 'transfer'

interface OpenDatabase {
  url: string
  pool: TrackedPool
  database: Database
}

// Next loads this module once for pages and once for route handlers; the pools are the process's.
const holder = globalThis as {
  stepmarkDatabases?: Partial<Record<Pool, OpenDatabase>>
}

function getPool(pool: Pool, size: number): Database {
  const url = readDatabaseUrl()
  const pools = (holder.stepmarkDatabases ??= {})
  const open = pools[pool]
  if (open?.url === url) return open.database
  const connections = openPool(url, size)
  const database = openDatabase(connections)
  pools[pool] = { url, pool: connections, database }
  return database
}

/** The process's database. Opened at first use. */
export function getDatabase(): Database {
  return getPool('everyday', poolSize)
}

/** The same for imports and exports: a few connections of their own. */
export function getTransferDatabase(): Database {
  return getPool('transfer', transferPoolSize)
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
