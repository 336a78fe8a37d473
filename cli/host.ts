import type pg from 'pg'
import { AppError } from '@/lib/platform/errors'
import { formatNoun } from '@/lib/platform/format'
import { readDatabaseUrl } from '@/lib/platform/server/env'
import { listPendingMigrations } from '@/lib/platform/server/pending-migrations'
import { databaseTimeoutMs, usePgClient } from '@/lib/platform/server/pg-client'
import { readCode, UsageError } from './refusals'

/** The database of this host's server. Throws `UsageError` where none is named. */
export function findDatabaseUrl(): string {
  try {
    return readDatabaseUrl()
  } catch {
    throw new UsageError('DATABASE_URL is not set: the PostgreSQL to use. Nothing was done.')
  }
}

/** Runs statements on a connection of its own. What keeps it from opening is told in words. */
export function useConnection<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  return usePgClient(url, use, {
    name: 'stepmark-cli',
    connectWithinMs: databaseTimeoutMs,
    tellTrouble: (error) => explainConnection(error, url),
  })
}

/**
 * Runs one of the server's own commands on its database, and lets go of the database at the end. Refuses where there is
 * none, or where it is not up to date.
 */
export async function onHost<T>(run: () => Promise<T>): Promise<T> {
  await findCurrentDatabase()
  const { closeDatabase } = await import('@/lib/platform/server/database')
  try {
    return await run()
  } finally {
    await closeDatabase()
  }
}

/** Reads the database as it is at one instant, on a connection of its own, for as long as that takes. */
export async function onHostSnapshot<T>(read: (client: pg.Client) => Promise<T>): Promise<T> {
  return useConnection(await findCurrentDatabase(), async (client) => {
    await client.query('begin isolation level repeatable read, read only')
    const result = await read(client)
    await client.query('commit')
    return result
  })
}

/** The database of this host's server. Refuses where there is none, or where it is not up to date. */
export async function findCurrentDatabase(): Promise<string> {
  const url = findDatabaseUrl()
  await useConnection(url, async () => undefined)
  const pending = await listPendingMigrations(url)
  if (pending.length > 0)
    throw new AppError(
      'conflict',
      `The database is not up to date: it lacks ${formatNoun(pending.length, 'migration')}. Nothing was changed. ` +
        'Run "stepmark migrate" first.',
    )
  return url
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. See whether PostgreSQL runs',
  ENOTFOUND: 'there is no such host. See whether the name is right',
  EAI_AGAIN: 'its name could not be looked up. See whether it is right',
  ENOENT: 'there is no such socket. See whether PostgreSQL runs',
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'there is no such database. Make it with createdb',
  '53300': 'all its connections are taken. End some, or raise max_connections',
  '57P03': 'it is still starting. Try again in a moment',
}

/** Names host and database, never the password. */
export function explainConnection(error: unknown, url: string): AppError {
  if (readCode(error) === 'ERR_INVALID_URL')
    return new AppError(
      'unavailable',
      'DATABASE_URL is no address: it reads postgresql://USER:PASSWORD@HOST:PORT/DATABASE. Nothing was changed.',
    )
  const message = error instanceof Error ? error.message : ''
  const reason =
    reasons[readCode(error) ?? ''] ??
    (/timeout expired|terminated/.test(message)
      ? `it did not answer within ${formatNoun(databaseTimeoutMs / 1000, 'second')}, or hung up`
      : message)
  return new AppError(
    'unavailable',
    `PostgreSQL cannot be used at ${nameDatabase(url)} (DATABASE_URL): ${reason}. Nothing was changed.`,
  )
}

export function nameDatabase(url: string): string {
  if (!URL.canParse(url)) return 'that address'
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}
