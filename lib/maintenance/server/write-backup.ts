import { createHash } from 'node:crypto'
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { AppError } from '@/lib/platform/errors'
import { listStarted } from '@/lib/platform/server/pending-migrations'
import { type BackedUpTable, type BackupManifest, manifestName } from '../backup-manifest'

/** How far it is: which table, and how many bytes were written in all. */
export type NoteBackup = (table: string, bytes: number) => void

/** Files of a backup hold hashes of passwords and every label: they are its owner's alone. */
const fileMode = 0o600
const folderMode = 0o700
/** More costs three times as much and saves a tenth. */
const gzipLevel = 1

/**
 * Copies every table to a folder that is not there yet, all as they are at one instant, without keeping anyone from
 * writing. The folder is there once all of it is, on disk. The client belongs to this alone.
 */
export async function writeBackup(
  client: pg.ClientBase,
  folder: string,
  note: NoteBackup,
): Promise<BackupManifest> {
  await refuseExisting(folder)
  const partial = `${folder}.${process.pid}.partial`
  await mkdir(dirname(partial), { recursive: true })
  await mkdir(partial, { mode: folderMode })
  try {
    const manifest = await copyDatabase(client, partial, note)
    const file = await open(join(partial, manifestName), 'wx', fileMode)
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await file.sync()
    await file.close()
    await chmod(partial, folderMode)
    // The names of the files, and then the folder's own, are kept where a machine that fails finds them.
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

async function refuseExisting(folder: string): Promise<void> {
  if (await stat(folder).catch(() => null))
    throw new AppError(
      'conflict',
      `${folder} is there already. Name another folder. Nothing was written.`,
    )
}

async function copyDatabase(
  client: pg.ClientBase,
  folder: string,
  note: NoteBackup,
): Promise<BackupManifest> {
  await client.query('begin isolation level repeatable read, read only')
  const listed = await listTables(client)
  // Before the first look at a row: no one changes a table until the end.
  await client.query(
    `lock table ${listed.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
  )
  const migrations = await listStarted(client as pg.Client)
  const { rows } = await client.query<{ takenAt: Date; postgresql: string }>(
    `select now() as "takenAt", current_setting('server_version') as postgresql`,
  )
  const tables: BackedUpTable[] = []
  let written = 0
  for (const table of listed) {
    const copied = await copyTable(client, folder, table, (bytes) =>
      note(table.name, written + bytes),
    )
    written += copied.bytes
    tables.push({ ...table, ...copied })
  }
  const sequences = await listSequences(client)
  await client.query('commit')
  const { takenAt, postgresql } = rows[0]!
  return {
    ...{ format: 'stepmark-backup', formatVersion: 1, takenAt: takenAt.toISOString(), postgresql },
    migrations: migrations
      .filter(({ isDone }) => isDone)
      .map(({ name }) => name)
      .sort(),
    ...{ tables, sequences },
  }
}

/** All of ours but the list of migrations; jobs are made anew from what the tables say is under way. */
export async function listTables(
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
  note: (bytes: number) => void,
): Promise<Pick<BackedUpTable, 'file' | 'rows' | 'bytes' | 'sha256'>> {
  const file = `${name}.copy.gz`
  const copy = client.query(copyTo(`copy ${writePlace(name, columns)} to stdout`))
  const measure = new Measure(note)
  const handle = await open(join(folder, file), 'wx', fileMode)
  // On disk before the folder gets its name.
  const target = handle.createWriteStream({ flush: true })
  await pipeline(copy, createGzip({ level: gzipLevel }), measure, target)
  return { file, rows: copy.rowCount ?? 0, ...measure.finish() }
}

/** `"label" ("id", "text")` */
export function writePlace(name: string, columns: readonly string[]): string {
  return `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}

/** Lets bytes through, counted and hashed. */
export class Measure extends Transform {
  private readonly hash = createHash('sha256')
  private bytes = 0

  constructor(private readonly note: (bytes: number) => void = () => undefined) {
    super()
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk)
    this.bytes += chunk.length
    this.note(this.bytes)
    done(null, chunk)
  }

  finish(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') }
  }
}
