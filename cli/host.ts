import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import { listPendingMigrations } from '@/lib/platform/server/pending-migrations'
import { databaseTimeoutMs, withPgClient } from '@/lib/platform/server/pg-client'
import { readSystemErrorCode, UsageError } from './errors'

const retryMs = 1_000

/** The database URL of this host's server. Throws `UsageError` if it is not set. */
export function requireDatabaseUrl(): string {
  try {
    return readDatabaseUrl()
  } catch {
    throw new UsageError(
      'DATABASE_URL is not set. Set it to the URL of the PostgreSQL database. Nothing was changed.',
    )
  }
}

/** Runs statements on a separate connection. Connection errors are explained to the user. */
export function withHostDatabase<T>(
  url: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withPgClient(url, use, {
    name: 'stepmark-cli',
    connectTimeoutMs: databaseTimeoutMs,
    convertError: (error) => explainConnectionError(error, url),
  })
}

/** Waits while the database is down or starting. Throws if waiting does not help, for example a wrong password. */
export async function waitForDatabase(onWait: () => void): Promise<void> {
  const url = requireDatabaseUrl()
  for (let attempt = 1; ; attempt++)
    try {
      return await withHostDatabase(url, async () => undefined)
    } catch (error) {
      if (!(error instanceof AppError) || error.details.isTemporary !== true) throw error
      if (attempt === 1) onWait()
      await sleep(retryMs)
    }
}

/** Runs one of the server's commands on its database, then closes it. Throws if the database is missing or not migrated. */
export async function runOnMigratedDatabase<T>(run: () => Promise<T>): Promise<T> {
  await requireMigratedDatabase()
  const { closeDatabase } = await import('@/lib/platform/server/database')
  try {
    return await run()
  } finally {
    await closeDatabase()
  }
}

/** Reads one snapshot of the database on a separate connection, without a time limit. */
export async function withHostSnapshot<T>(read: (client: pg.Client) => Promise<T>): Promise<T> {
  return withHostDatabase(await requireMigratedDatabase(), async (client) => {
    await client.query('begin isolation level repeatable read, read only')
    const result = await read(client)
    await client.query('commit')
    return result
  })
}

/** The database URL of this host's server. Throws if the database is missing or not migrated. */
export async function requireMigratedDatabase(): Promise<string> {
  const url = requireDatabaseUrl()
  await withHostDatabase(url, async () => undefined)
  const pendingMigrations = await listPendingMigrations(url)
  if (pendingMigrations.length > 0)
    throw new AppError(
      'conflict',
      `The database is not up to date: ${formatQuantity(pendingMigrations.length, 'migration')} missing. Nothing was changed. ` +
        'Run "stepmark migrate" first.',
    )
  return url
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there. Check that PostgreSQL is running',
  ENOTFOUND: 'the host does not exist. Check its name',
  EAI_AGAIN: 'the host name could not be resolved. Check it',
  ENOENT: 'the socket does not exist. Check that PostgreSQL is running',
  '28P01': 'the password is wrong',
  '28000': 'the user is not allowed to connect',
  '3D000': 'the database does not exist. Create it with createdb',
  '53300': 'all its connections are in use. Close some or increase max_connections',
  '57P03': 'it is still starting. Try again in a moment',
}

/** Error codes of a PostgreSQL that is down, starting or busy, and may be reachable soon. */
const temporaryCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EAI_AGAIN',
  '53300',
  '57P03',
])

/** Names host and database, never the password. `details.isTemporary`: waiting may help. */
export function explainConnectionError(error: unknown, url: string): AppError {
  if (readSystemErrorCode(error) === 'ERR_INVALID_URL')
    return new AppError(
      'unavailable',
      'DATABASE_URL is not a URL. Use postgresql://USER:PASSWORD@HOST:PORT/DATABASE. Nothing was changed.',
    )
  const message = error instanceof Error ? error.message : ''
  const code = readSystemErrorCode(error) ?? ''
  const hasTimedOut = /timeout expired|terminated/.test(message)
  const reason =
    reasons[code] ??
    (hasTimedOut
      ? `it did not respond within ${formatQuantity(databaseTimeoutMs / 1000, 'second')}, or closed the connection`
      : message)
  return new AppError(
    'unavailable',
    `Can’t use PostgreSQL at ${describeDatabaseUrl(url)} (DATABASE_URL): ${reason}. Nothing was changed.`,
    { isTemporary: hasTimedOut || temporaryCodes.has(code) },
  )
}

export function describeDatabaseUrl(url: string): string {
  if (!URL.canParse(url)) return 'that address'
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}
