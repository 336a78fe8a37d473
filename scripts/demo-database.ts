import { join } from 'node:path'
import { startEmbeddedPostgres } from '@/lib/platform/server/embedded-postgres'
import { applyMigrations } from '@/lib/platform/server/migrations'
import {
  isDatabaseFromUnsupportedVersion,
  listPendingMigrations,
} from '@/lib/platform/server/pending-migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { unsupportedDatabaseMessage } from '@/lib/platform/server/unsupported-database'

export interface DemoDatabase {
  url: string
  stop(): Promise<void>
}

interface OpenedDatabase extends DemoDatabase {
  /** It was empty, or the demo created its contents. */
  isOurs: boolean
}

/** Ends the program with this message and exit code 2. */
export class DemoRefusalError extends Error {}

const databaseName = 'stepmark'

/** empty: no tables. demo: marked as created by the demo. */
async function readOwner(url: string): Promise<'empty' | 'demo' | 'other'> {
  return withPgClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^(pg_|information_schema)' and c.relkind in ('r', 'p', 'v', 'm', 'f')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    )
    if (tables.rows.length === 0) return 'empty'
    if (!tables.rows.some(({ name }) => name === 'instance_setting')) return 'other'
    const mark = await client.query(
      `select from instance_setting where key = 'made_by' and value = 'demo'`,
    )
    return mark.rows.length > 0 ? 'demo' : 'other'
  })
}

/** Empties a database that the demo is not allowed to drop. All or nothing. */
async function emptyDatabase(url: string): Promise<void> {
  await withPgClient(url, (client) =>
    client.query(
      'begin; drop schema public cascade; create schema public; grant usage on schema public to public; commit',
    ),
  )
}

async function readExistingOwner(url: string): ReturnType<typeof readOwner> {
  try {
    return await readOwner(url)
  } catch (cause) {
    const { message, code } = cause as Error & { code?: string }
    throw new DemoRefusalError(
      `Can't read the database in DATABASE_URL (${message || code}). Nothing was changed. ` +
        'Correct DATABASE_URL, or unset it to use the demo’s own PostgreSQL.',
      { cause },
    )
  }
}

/**
 * Marks a database as the demo's. prisma/seed/demo.ts writes only to a marked database, and --fresh
 * empties the one in DATABASE_URL only if it is marked.
 */
async function markAsDemo(url: string): Promise<void> {
  await withPgClient(url, (client) =>
    client.query(
      `insert into instance_setting (key, value) values ('made_by', 'demo') on conflict (key) do nothing`,
    ),
  )
}

async function rejectOldDatabase(url: string): Promise<void> {
  if (await isDatabaseFromUnsupportedVersion(url))
    throw new DemoRefusalError(
      `${unsupportedDatabaseMessage}\nTo delete it and start with new demo data, start the demo with --fresh.`,
    )
}

async function openExistingDatabase(url: string, isFresh: boolean): Promise<OpenedDatabase> {
  const owner = await readExistingOwner(url)
  if (owner === 'other' && isFresh)
    throw new DemoRefusalError(
      'The database in DATABASE_URL was not created by the demo, so --fresh does not delete it. Nothing was changed. ' +
        'Use an empty database, or unset DATABASE_URL.',
    )
  if (!isFresh) await rejectOldDatabase(url)
  if (owner === 'other' && (await listPendingMigrations(url)).length > 0)
    throw new DemoRefusalError(
      'The database in DATABASE_URL has tables that the demo did not create, so the demo does not migrate it. ' +
        'Nothing was changed. Use an empty database, or unset DATABASE_URL.',
    )
  if (isFresh && owner === 'demo') await emptyDatabase(url)
  return { url, isOurs: owner !== 'other', stop: () => Promise.resolve() }
}

async function openOwnDatabase(home: string, isFresh: boolean): Promise<OpenedDatabase> {
  const server = await startEmbeddedPostgres({ dataFolder: join(home, 'postgres') })
  if (server.isBorrowed)
    throw new DemoRefusalError(
      `A demo is already running with the data in ${home}. Use it, stop it first, or choose another folder with --home.`,
    )
  try {
    await withPgClient(server.url('postgres'), async (client) => {
      if (isFresh) await client.query(`drop database if exists ${databaseName} with (force)`)
      const { rows } = await client.query('select from pg_database where datname = $1', [
        databaseName,
      ])
      if (rows.length === 0) await client.query(`create database ${databaseName}`)
    })
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: server.url(databaseName), isOurs: true, stop: () => server.stop() }
}

/**
 * The demo's migrated database: the one in DATABASE_URL, else one in an embedded PostgreSQL under
 * `home`. `isFresh` empties it first if it belongs to the demo. Marks it as the demo's if it was
 * empty. A database that had tables of others gets no mark, with or without accounts. Throws
 * DemoRefusalError instead of changing anyone else's database.
 */
export async function openDemoDatabase(home: string, isFresh: boolean): Promise<DemoDatabase> {
  const url = process.env.DATABASE_URL
  const database = url
    ? await openExistingDatabase(url, isFresh)
    : await openOwnDatabase(home, isFresh)
  try {
    await rejectOldDatabase(database.url)
    await applyMigrations(database.url)
    if (database.isOurs) await markAsDemo(database.url)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}
