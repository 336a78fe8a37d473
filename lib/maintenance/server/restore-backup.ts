import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { describeFault, verifyAudit } from '@/lib/audit/server/verify-audit'
import { AppError } from '@/lib/platform/errors'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { listStarted } from '@/lib/platform/server/pending-migrations'
import { usePgClient } from '@/lib/platform/server/pg-client'
import type { BackedUpTable, BackupManifest } from '../backup-manifest'
import { openBackup } from './read-backup'
import { listTables, type NoteBackup, writePlace } from './write-backup'

export interface Restored {
  manifest: BackupManifest
  rows: number
  auditEntries: number
}

/**
 * Fills an empty database from a backup, whole or not at all: the files are looked at first, then the tables are made as
 * they were, filled in one transaction, counted, held to their constraints and the audit log to its hashes; migrations
 * that came since are applied last.
 */
export async function restoreBackup(
  databaseUrl: string,
  folder: string,
  note: NoteBackup,
): Promise<Restored> {
  const manifest = await openBackup(folder)
  await usePgClient(databaseUrl, (client) => refuseFilled(client, manifest))
  await applyMigrations(databaseUrl, manifest.migrations)
  const restored = await usePgClient(databaseUrl, (client) => fill(client, manifest, folder, note))
  await applyMigrations(databaseUrl)
  return { manifest, ...restored }
}

/** Empty tables are no matter: an earlier try may have left them. */
async function refuseFilled(client: pg.Client, { migrations }: BackupManifest): Promise<void> {
  const done = await listStarted(client)
  for (const { name } of await listTables(client)) {
    const table = `public.${pg.escapeIdentifier(name)}`
    const { rows } = await client.query(`select from ${table} limit 1`)
    if (rows.length > 0)
      throw new AppError(
        'conflict',
        `The database is not empty: ${name} has rows. A backup goes into an empty one. Nothing was changed.`,
      )
  }
  const newer = done.find(({ name }) => !migrations.includes(name))
  if (newer)
    throw new AppError(
      'conflict',
      `The database has the migration ${newer.name}, which the backup is older than. Give a new, empty database. Nothing was changed.`,
    )
}

async function fill(
  client: pg.Client,
  manifest: BackupManifest,
  folder: string,
  note: NoteBackup,
): Promise<{ rows: number; auditEntries: number }> {
  await client.query('begin')
  const tables = (await listTables(client)).map(({ name }) => name)
  refuseMissing(tables, manifest)
  // Their effects are already in other tables of the backup.
  await setTriggers(client, tables, 'disable')
  const references = await dropReferences(client)
  let rows = 0
  let bytes = 0
  for (const table of manifest.tables) {
    rows += await fillTable(client, folder, table)
    bytes += table.bytes
    note(table.name, bytes)
  }
  for (const { name, last } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [
      `public.${pg.escapeIdentifier(name)}`,
      last,
    ])
  // Checked here over all rows, which no order of tables could have.
  for (const { table, name, definition } of references)
    await client.query(
      `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
    )
  await setTriggers(client, tables, 'enable')
  const auditEntries = await refuseTampered(client)
  await client.query('commit')
  await client.query('analyze')
  return { rows, auditEntries }
}

function refuseMissing(tables: readonly string[], manifest: BackupManifest): void {
  const known = new Set(manifest.tables.map(({ name }) => name))
  const odd =
    [...known].find((name) => !tables.includes(name)) ?? tables.find((name) => !known.has(name))
  if (odd !== undefined)
    throw new AppError(
      'invalid_input',
      `The table ${odd} is not both in the backup and in what its migrations build. Nothing was restored.`,
    )
}

async function setTriggers(
  client: pg.Client,
  tables: readonly string[],
  what: 'enable' | 'disable',
): Promise<void> {
  for (const name of tables)
    await client.query(`alter table public.${pg.escapeIdentifier(name)} ${what} trigger user`)
}

/** Takes the references between tables away for as long as the transaction fills them. */
async function dropReferences(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  return rows
}

async function fillTable(
  client: pg.Client,
  folder: string,
  { name, columns, file, rows }: BackedUpTable,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${writePlace(name, columns)} from stdin`))
  await pipeline(createReadStream(join(folder, file)), createGunzip(), copy)
  if (copy.rowCount === rows) return rows
  throw new AppError(
    'invalid_input',
    `${name} has ${copy.rowCount} rows in the backup, which says ${rows}. Nothing was restored.`,
  )
}

async function refuseTampered(client: pg.Client): Promise<number> {
  const faults: string[] = []
  const { entries } = await verifyAudit(client, new Map(), {
    reportFault: (fault) => faults.push(describeFault(fault)),
  })
  if (faults.length === 0) return entries
  throw new AppError(
    'invalid_input',
    `The audit log of the backup is not as it was written: ${faults[0]} (${faults.length} in all). Nothing was restored.`,
  )
}
