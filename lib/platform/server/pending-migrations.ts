import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { formatQuantity } from '@/lib/platform/format'
import { databaseTimeoutMs, withPgClient } from './pg-client'
import { repositoryRoot } from './repository-root'
import { isUnsupportedDatabase, unsupportedDatabaseMessage } from './unsupported-database'

export const migrationsFolder = join(repositoryRoot, 'prisma', 'migrations')

const undefinedTable = '42P01'

/** Folder names below prisma/migrations, in order. */
export function listMigrationFolders(): string[] {
  return readdirSync(migrationsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** Migrations in Prisma's own table that were started and not rolled back. Empty if there is no such table. */
export async function listStartedMigrations(
  client: pg.Client,
): Promise<{ name: string; isDone: boolean }[]> {
  try {
    const { rows } = await client.query<{ name: string; isDone: boolean }>(
      `select migration_name as name, finished_at is not null as "isDone"
       from _prisma_migrations where rolled_back_at is null`,
    )
    return rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return []
    throw error
  }
}

/** Whether the database was created by version 0.1.0, which this version can't upgrade. */
export async function isDatabaseFromUnsupportedVersion(databaseUrl: string): Promise<boolean> {
  const startedMigrations = await withPgClient(databaseUrl, listStartedMigrations)
  return isUnsupportedDatabase(startedMigrations.map(({ name }) => name))
}

/**
 * Names of the migrations that the code has and the database has not completed, in order. Separate from
 * applyMigrations, so that a server that only checks does not load the engine.
 */
export async function listPendingMigrations(databaseUrl: string): Promise<string[]> {
  const startedMigrations = await withPgClient(databaseUrl, listStartedMigrations)
  const finishedNames = new Set(
    startedMigrations.filter(({ isDone }) => isDone).map(({ name }) => name),
  )
  return listMigrationFolders().filter((name) => !finishedNames.has(name))
}

/**
 * Why code and database do not match; empty if they do. A newer database belongs to a newer version, whose rules this
 * version would break. Throws pg's errors, including timeouts.
 */
export function findMigrationProblems(databaseUrl: string): Promise<string[]> {
  return withPgClient(databaseUrl, readMigrationProblems, {
    name: 'stepmark-start',
    connectTimeoutMs: databaseTimeoutMs,
    responseTimeoutMs: databaseTimeoutMs,
  })
}

async function readMigrationProblems(client: pg.Client): Promise<string[]> {
  const startedMigrations = await listStartedMigrations(client)
  if (isUnsupportedDatabase(startedMigrations.map(({ name }) => name)))
    return [unsupportedDatabaseMessage]
  const migrations = listMigrationFolders()
  const finishedNames = new Set(
    startedMigrations.filter(({ isDone }) => isDone).map(({ name }) => name),
  )
  const pending = migrations.filter((name) => !finishedNames.has(name))
  const unknown = [...finishedNames].filter((name) => !migrations.includes(name))
  return [
    ...(pending.length > 0
      ? [
          `The database lacks ${formatQuantity(pending.length, 'migration')} (${pending[0]}). Run "stepmark migrate".`,
        ]
      : []),
    ...(unknown.length > 0
      ? [
          `The database has ${formatQuantity(unknown.length, 'migration')} of a newer version (${unknown[0]}). Start that version.`,
        ]
      : []),
  ]
}
