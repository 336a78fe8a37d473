import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { describeAuditFault, verifyAuditChains } from '@/lib/audit/server/verify-audit'
import { AppError } from '@/lib/platform/errors'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { listStartedMigrations } from '@/lib/platform/server/pending-migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import type { BackedUpTable, BackupManifest } from '../backup-manifest'
import { readVerifiedBackupManifest } from './read-backup'
import { listBackupTables, type BackupProgressListener, formatCopyTarget } from './write-backup'

export interface RestoreResult {
  manifest: BackupManifest
  rows: number
  auditEntries: number
}

/**
 * Restores a backup into an empty database, completely or not at all: verifies the files, applies the migrations of the
 * backup, fills the tables in one transaction, checks row counts, constraints and the audit log, and finally applies newer
 * migrations.
 */
export async function restoreBackup(
  databaseUrl: string,
  folder: string,
  onProgress: BackupProgressListener,
): Promise<RestoreResult> {
  const manifest = await readVerifiedBackupManifest(folder)
  await withPgClient(databaseUrl, (client) => rejectNonEmptyDatabase(client, manifest))
  await applyMigrations(databaseUrl, manifest.migrations)
  const counts = await withPgClient(databaseUrl, (client) =>
    fillDatabase(client, manifest, folder, onProgress),
  )
  await applyMigrations(databaseUrl)
  return { manifest, ...counts }
}

/** Accepts empty tables, because an earlier attempt may have left them. */
async function rejectNonEmptyDatabase(
  client: pg.Client,
  { migrations }: BackupManifest,
): Promise<void> {
  const startedMigrations = await listStartedMigrations(client)
  for (const { name } of await listBackupTables(client)) {
    const table = `public.${pg.escapeIdentifier(name)}`
    const { rows } = await client.query(`select from ${table} limit 1`)
    if (rows.length > 0)
      throw new AppError(
        'conflict',
        `The database is not empty: ${name} has rows. Restore into an empty database. Nothing was changed.`,
      )
  }
  const newer = startedMigrations.find(({ name }) => !migrations.includes(name))
  if (newer)
    throw new AppError(
      'conflict',
      `The database has the migration ${newer.name}, which is newer than the backup. Restore into a new, empty database. Nothing was changed.`,
    )
}

async function fillDatabase(
  client: pg.Client,
  manifest: BackupManifest,
  folder: string,
  onProgress: BackupProgressListener,
): Promise<{ rows: number; auditEntries: number }> {
  await client.query('begin')
  const tables = (await listBackupTables(client)).map(({ name }) => name)
  rejectOtherTables(tables, manifest)
  // The backup already contains the effects of triggers.
  await setTriggers(client, tables, 'disable')
  const references = await dropReferences(client)
  let rows = 0
  let bytes = 0
  for (const table of manifest.tables) {
    rows += await fillTable(client, folder, table)
    bytes += table.bytes
    onProgress(table.name, bytes)
  }
  for (const { name, last } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [
      `public.${pg.escapeIdentifier(name)}`,
      last,
    ])
  // Adding the foreign keys again checks all rows. No order of tables would satisfy all of them.
  for (const { table, name, definition } of references)
    await client.query(
      `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
    )
  await setTriggers(client, tables, 'enable')
  const auditEntries = await verifyAuditLog(client)
  await client.query('commit')
  await client.query('analyze')
  return { rows, auditEntries }
}

function rejectOtherTables(tables: readonly string[], manifest: BackupManifest): void {
  const backedUpTables = new Set(manifest.tables.map(({ name }) => name))
  const difference =
    [...backedUpTables].find((name) => !tables.includes(name)) ??
    tables.find((name) => !backedUpTables.has(name))
  if (difference !== undefined)
    throw new AppError(
      'invalid_input',
      `The table ${difference} is missing in the backup or in the schema of its migrations. Nothing was restored.`,
    )
}

async function setTriggers(
  client: pg.Client,
  tables: readonly string[],
  state: 'enable' | 'disable',
): Promise<void> {
  for (const name of tables)
    await client.query(`alter table public.${pg.escapeIdentifier(name)} ${state} trigger user`)
}

/** Drops the foreign keys while the tables are filled. Returns their definitions. */
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
  const copy = client.query(copyFrom(`copy ${formatCopyTarget(name, columns)} from stdin`))
  await pipeline(createReadStream(join(folder, file)), createGunzip(), copy)
  if (copy.rowCount === rows) return rows
  throw new AppError(
    'invalid_input',
    `${name} has ${copy.rowCount} rows in the backup, but the manifest lists ${rows}. Nothing was restored.`,
  )
}

async function verifyAuditLog(client: pg.Client): Promise<number> {
  const faults: string[] = []
  const { entries } = await verifyAuditChains(client, new Map(), {
    reportFault: (fault) => faults.push(describeAuditFault(fault)),
  })
  if (faults.length === 0) return entries
  throw new AppError(
    'invalid_input',
    `The audit log of the backup was changed: ${faults[0]} (${faults.length} in total). Nothing was restored.`,
  )
}
