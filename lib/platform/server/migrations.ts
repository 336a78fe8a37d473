import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationList, SchemaEngine, SchemaFilter } from '@prisma/schema-engine-wasm'
import type pg from 'pg'
import { AppError } from '@/lib/platform/errors'
import { listMigrations, listStarted, migrationsFolder } from './pending-migrations'
import { usePgClient } from './pg-client'
import { isOldDatabase, oldDatabaseMessage } from './refuse-old-database'
import { repositoryRoot } from './repository-root'
import { type SchemaFiles, useSchemaEngine } from './schema-engine'

const schemaFolder = join(repositoryRoot, 'prisma', 'schema')

const filters: SchemaFilter = { externalTables: [], externalEnums: [] }
/** Any number of ours; Prisma's engine has its own. */
const applyLock = 730_811_204

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

function readSchema(): SchemaFiles {
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
  return `Something holds a table that it changes: a backup, an import, an export. Migrate again when that is done. ${reason}`
}

/** Lets an interrupted migration run again: scripts run in one transaction, so it left nothing behind. */
async function forgetUnfinished(client: pg.Client, engine: SchemaEngine): Promise<string[]> {
  const unfinished = (await listStarted(client)).filter(({ isDone }) => !isDone)
  for (const { name } of unfinished) await engine.markMigrationRolledBack({ migrationName: name })
  return unfinished.map(({ name }) => name)
}

/**
 * The locks of migrations belong to their session. A pooler such as PgBouncer, which names itself as the session, would
 * keep them for whoever comes next, and the next migration would wait for ever.
 */
async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = client as pg.Client & { processID: number | null }
  if (rows[0]?.pid === processID) return
  throw new AppError(
    'invalid_input',
    'DATABASE_URL leads to a pooler such as PgBouncer. Migrations need PostgreSQL itself: give its own address for this command. Nothing was changed.',
  )
}

/**
 * Runs what changes the shape of a database, or who may do what in it: processes that try at once wait for each other. The
 * lock is let go of with the connection. Throws `invalid_input` through a pooler.
 */
export async function holdMigrations<T>(
  databaseUrl: string,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return usePgClient(databaseUrl, async (client) => {
    await refusePooler(client)
    await client.query('select pg_advisory_lock($1)', [applyLock]) // until this connection ends
    return run(client)
  })
}

/**
 * Brings a database up to date, as `prisma migrate deploy` does and into the same table. Returns the names applied.
 * Each migration happens whole or not at all; processes that try at once wait for each other. Throws, naming the
 * migration and quoting PostgreSQL, when one fails; after a repair the next call tries it again.
 *
 * @param names the first of them, for a database that is to be as it was earlier; all unless given
 */
export function applyMigrations(
  databaseUrl: string,
  names: readonly string[] = listMigrations(),
): Promise<string[]> {
  return holdMigrations(databaseUrl, (client) => applyHeld(client, databaseUrl, names))
}

/** The same within `holdMigrations`, whose client it is. Throws `conflict` for a database of version 0.1.0. */
export async function applyHeld(
  client: pg.Client,
  databaseUrl: string,
  names: readonly string[] = listMigrations(),
): Promise<string[]> {
  const started = await listStarted(client)
  if (isOldDatabase(started.map(({ name }) => name)))
    throw new AppError('conflict', oldDatabaseMessage)
  return useSchemaEngine(databaseUrl, readSchema(), async (engine) => {
    await forgetUnfinished(client, engine)
    const migrationsList = readMigrations(names)
    try {
      return (await engine.applyMigrations({ migrationsList, filters })).appliedMigrationNames
    } catch (cause) {
      const [failed = 'unknown'] = await forgetUnfinished(client, engine)
      throw new Error(
        `Migration ${failed} failed. Nothing of it was kept; those before it are in place. ` +
          describeFailure(readReason(cause)),
        { cause },
      )
    }
  })
}

/**
 * The SQL that leads from what prisma/migrations builds (all, or the ones named) to what prisma/schema says; null when
 * they agree. Uses the server of `databaseUrl` for a scratch database, so the role must be allowed to create one, and
 * leaves the database itself alone.
 */
export async function diffMigrations(
  databaseUrl: string,
  names: readonly string[] = listMigrations(),
): Promise<string | null> {
  const files = readSchema()
  return useSchemaEngine(databaseUrl, files, async (engine) => {
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
