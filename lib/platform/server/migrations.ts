import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationList, SchemaEngine, SchemaFilter } from '@prisma/schema-engine-wasm'
import type pg from 'pg'
import { AppError } from '@/lib/platform/errors'
import { listMigrationFolders, listStartedMigrations, migrationsFolder } from './pending-migrations'
import { withPgClient } from './pg-client'
import { repositoryRoot } from './repository-root'
import { type PrismaSchemaFileContents, withSchemaEngine } from './schema-engine'
import { isUnsupportedDatabase, unsupportedDatabaseMessage } from './unsupported-database'

const schemaFolder = join(repositoryRoot, 'prisma', 'schema')

const filters: SchemaFilter = { externalTables: [], externalEnums: [] }
/** Any number; Prisma's engine uses another one. */
const migrationLockKey = 730_811_204

function readMigrations(names: readonly string[]): MigrationList {
  return {
    baseDir: migrationsFolder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: names.map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok',
          value: readFileSync(join(migrationsFolder, path, 'migration.sql'), 'utf8'),
        },
      },
    })),
  }
}

function readSchema(): PrismaSchemaFileContents {
  return readdirSync(schemaFolder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => [name, readFileSync(join(schemaFolder, name), 'utf8')])
}

/** The engine's message without its stack. */
function readReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split(/\n\s+0: /)[0] ?? message).trim()
}

function describeFailure(reason: string): string {
  if (!reason.includes('55P03')) return reason // lock_not_available
  return `A table that it changes is in use by a backup, an import or an export. Migrate again when that has finished. ${reason}`
}

/** Allows an interrupted migration to run again. Scripts run in one transaction, so it changed nothing. */
async function resetUnfinishedMigrations(
  client: pg.Client,
  engine: SchemaEngine,
): Promise<string[]> {
  const unfinished = (await listStartedMigrations(client)).filter(({ isDone }) => !isDone)
  for (const { name } of unfinished) await engine.markMigrationRolledBack({ migrationName: name })
  return unfinished.map(({ name }) => name)
}

/**
 * Migration locks belong to their session. A pooler such as PgBouncer, which reports itself as the session, would
 * keep the lock for its next client, and the next migration would wait forever.
 */
async function rejectPooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = client as pg.Client & { processID: number | null }
  if (rows[0]?.pid === processID) return
  throw new AppError(
    'invalid_input',
    'DATABASE_URL points to a pooler such as PgBouncer. Migrations need a direct connection to PostgreSQL. Set its address for this command. Nothing was changed.',
  )
}

/**
 * Runs a change of the schema or of rights. Concurrent processes wait for each other. Closing the connection releases
 * the lock. Throws `invalid_input` through a pooler.
 */
export async function withMigrationLock<T>(
  databaseUrl: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withPgClient(databaseUrl, async (client) => {
    await rejectPooler(client)
    await client.query('select pg_advisory_lock($1)', [migrationLockKey]) // until this connection ends
    return run(client)
  })
}

/**
 * Updates a database like `prisma migrate deploy`, with the same table. Returns the names of applied migrations. Each
 * migration applies completely or not at all, and concurrent processes wait for each other. Throws with the name of a
 * failed migration and PostgreSQL's message; the next call tries it again.
 *
 * @param names only these first migrations, to get an earlier version; default: all
 */
export function applyMigrations(
  databaseUrl: string,
  names: readonly string[] = listMigrationFolders(),
): Promise<string[]> {
  return withMigrationLock(databaseUrl, (client) =>
    applyMigrationsUnderLock(client, databaseUrl, names),
  )
}

/** Like `applyMigrations`, within `withMigrationLock`. Throws `conflict` for a database of version 0.1.0. */
export async function applyMigrationsUnderLock(
  client: pg.Client,
  databaseUrl: string,
  names: readonly string[] = listMigrationFolders(),
): Promise<string[]> {
  const startedMigrations = await listStartedMigrations(client)
  if (isUnsupportedDatabase(startedMigrations.map(({ name }) => name)))
    throw new AppError('conflict', unsupportedDatabaseMessage)
  return withSchemaEngine(databaseUrl, readSchema(), async (engine) => {
    await resetUnfinishedMigrations(client, engine)
    const migrationsList = readMigrations(names)
    try {
      return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames
    } catch (cause) {
      const [failedName = 'unknown'] = await resetUnfinishedMigrations(client, engine)
      throw new Error(
        `Migration ${failedName} failed. It changed nothing; earlier migrations are applied. ` +
          describeFailure(readReason(cause)),
        { cause },
      )
    }
  })
}

/**
 * The SQL from the result of prisma/migrations (all or the named ones) to prisma/schema; null if they agree. Uses a
 * scratch database on the server of `databaseUrl`, so the role must be allowed to create one. The database itself is
 * not changed.
 */
export async function diffMigrationsWithSchema(
  databaseUrl: string,
  names: readonly string[] = listMigrationFolders(),
): Promise<string | null> {
  const files = readSchema()
  return withSchemaEngine(databaseUrl, files, async (engine) => {
    const { stdout, exitCode } = await engine.diff({
      from: { tag: 'migrations', ...readMigrations(names) },
      to: {
        tag: 'schemaDatamodel',
        files: files.map(([path, content]) => ({ path, content })),
      },
      script: true,
      exitCode: true,
      filters,
    })
    return exitCode === 0 ? null : stdout
  })
}
