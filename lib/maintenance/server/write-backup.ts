import { createHash } from 'node:crypto'
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { AppError } from '@/lib/platform/errors'
import { listStartedMigrations } from '@/lib/platform/server/pending-migrations'
import { type BackedUpTable, type BackupManifest, backupManifestFileName } from '../backup-manifest'

/** Receives the current table and the total number of bytes so far. */
export type BackupProgressListener = (table: string, bytes: number) => void

/** A backup contains password hashes and all labels, so only its owner can read it. */
const fileMode = 0o600
const folderMode = 0o700
/** Higher levels take three times as long and save 10%. */
const gzipLevel = 1

/**
 * Copies a snapshot of every table to a new folder, without blocking writers. The folder appears when the backup is
 * complete and on disk. Needs a client of its own.
 */
export async function writeBackup(
  client: pg.ClientBase,
  folder: string,
  onProgress: BackupProgressListener,
): Promise<BackupManifest> {
  await rejectExistingFolder(folder)
  const partial = `${folder}.${process.pid}.partial`
  await mkdir(dirname(partial), { recursive: true })
  await mkdir(partial, { mode: folderMode })
  try {
    const manifest = await copyDatabase(client, partial, onProgress)
    const file = await open(join(partial, backupManifestFileName), 'wx', fileMode)
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await file.sync()
    await file.close()
    await chmod(partial, folderMode)
    // Makes the names of the files, and then of the folder, durable.
    await syncFolder(partial)
    await rename(partial, folder)
    await syncFolder(dirname(folder))
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function rejectExistingFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(() => null))
    throw new AppError(
      'conflict',
      `${folder} already exists. Use another folder. Nothing was written.`,
    )
}

async function copyDatabase(
  client: pg.ClientBase,
  folder: string,
  onProgress: BackupProgressListener,
): Promise<BackupManifest> {
  await client.query('begin isolation level repeatable read, read only')
  const tablesToCopy = await listBackupTables(client)
  // Prevents schema changes until the end of the backup.
  await client.query(
    `lock table ${tablesToCopy.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
  )
  const migrations = await listStartedMigrations(client as pg.Client)
  const { rows } = await client.query<{ takenAt: Date; postgresql: string }>(
    `select now() as "takenAt", current_setting('server_version') as postgresql`,
  )
  const tables: BackedUpTable[] = []
  let totalBytes = 0
  for (const table of tablesToCopy) {
    const copyResult = await copyTable(client, folder, table, (bytes) =>
      onProgress(table.name, totalBytes + bytes),
    )
    totalBytes += copyResult.bytes
    tables.push({ ...table, ...copyResult })
  }
  const sequences = await listSequences(client)
  await client.query('commit')
  const { takenAt, postgresql } = rows[0]!
  return {
    format: 'stepmark-backup',
    formatVersion: 1,
    takenAt: takenAt.toISOString(),
    postgresql,
    migrations: migrations
      .filter(({ isDone }) => isDone)
      .map(({ name }) => name)
      .sort(),
    tables,
    sequences,
  }
}

/** All tables of the schema except the list of migrations. Jobs are not backed up, because they are recreated. */
export async function listBackupTables(
  client: pg.ClientBase,
): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
     group by c.relname order by c.relname`,
  )
  return rows
}

async function listSequences(client: pg.ClientBase): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

async function copyTable(
  client: pg.ClientBase,
  folder: string,
  { name, columns }: { name: string; columns: readonly string[] },
  onProgress: (bytes: number) => void,
): Promise<Pick<BackedUpTable, 'file' | 'rows' | 'bytes' | 'sha256'>> {
  const file = `${name}.copy.gz`
  const copy = client.query(copyTo(`copy ${formatCopyTarget(name, columns)} to stdout`))
  const checksum = new ChecksumStream(onProgress)
  const handle = await open(join(folder, file), 'wx', fileMode)
  // Flushed, because the file must be on disk before the folder is renamed.
  const target = handle.createWriteStream({ flush: true })
  await pipeline(copy, createGzip({ level: gzipLevel }), checksum, target)
  return { file, rows: copy.rowCount ?? 0, ...checksum.finish() }
}

/** Table and columns of a COPY statement: `public."label" ("id", "text")`. */
export function formatCopyTarget(name: string, columns: readonly string[]): string {
  return `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}

/** Passes bytes through, and counts and hashes them. */
export class ChecksumStream extends Transform {
  private readonly hash = createHash('sha256')
  private bytes = 0

  constructor(private readonly onProgress: (bytes: number) => void = () => undefined) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.hash.update(chunk)
    this.bytes += chunk.length
    this.onProgress(this.bytes)
    callback(null, chunk)
  }

  finish(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') }
  }
}
