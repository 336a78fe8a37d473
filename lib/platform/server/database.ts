import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/lib/generated/prisma/client'
import { readDatabaseUrl } from './env'

const poolSize = 10
const connectionTimeoutMs = 2_000
/** A statement that takes longer is a mistake or an attack; imports and exports ask for more. */
export const statementTimeoutMs = 5_000

/** Secrets are absent from every row that does not name them. */
const omit = {
  user: { passwordHash: true },
  session: { secretHash: true },
  apiToken: { secretHash: true },
} as const

function openDatabase(connectionString: string) {
  return new PrismaClient({
    adapter: new PrismaPg({
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: connectionTimeoutMs,
      statement_timeout: statementTimeoutMs,
      application_name: 'stepmark',
    }),
    omit,
  })
}

export type Database = ReturnType<typeof openDatabase>

/** What runs statements: the database itself, or one transaction of it. */
export type Transaction = Omit<
  Database,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>

// Next loads this module once for pages and once for route handlers; the pool is one for the process.
const holder = globalThis as { stepmarkDatabase?: { url: string; database: Database } }

/** The process's one database. Opened at first use. */
export function getDatabase(): Database {
  const url = readDatabaseUrl()
  if (holder.stepmarkDatabase?.url !== url)
    holder.stepmarkDatabase = { url, database: openDatabase(url) }
  return holder.stepmarkDatabase.database
}

export async function closeDatabase(): Promise<void> {
  await holder.stepmarkDatabase?.database.$disconnect()
  delete holder.stepmarkDatabase
}
