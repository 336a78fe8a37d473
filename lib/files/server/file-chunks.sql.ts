import { Prisma } from '@/lib/generated/prisma/client'
import type { BulkRowCopier } from '@/lib/platform/server/bulk-row-copier'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import type { Transaction } from '@/lib/platform/server/database'

/** Identifies a stored file. */
export interface FileKey {
  projectId: string
  fileId: string
}

export interface FileChunk {
  position: number
  data: Uint8Array
}

export async function insertFileRow(
  db: Transaction,
  { projectId, fileId }: FileKey,
): Promise<void> {
  await db.$executeRaw`
    insert into stored_file (project_id, id) values (${projectId}::uuid, ${fileId}::uuid)`
}

/** The size of a file in bytes; null if the file does not exist. */
export async function findFileSize(
  db: Transaction,
  { projectId, fileId }: FileKey,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ bytes: bigint }[]>`
    select bytes from stored_file where project_id = ${projectId}::uuid and id = ${fileId}::uuid`
  return row ? Number(row.bytes) : null
}

/** Like `findFileSize`, and locks the file until the transaction ends. */
export async function lockFileAndFindSize(
  db: Transaction,
  { projectId, fileId }: FileKey,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ bytes: bigint }[]>`
    select bytes from stored_file where project_id = ${projectId}::uuid and id = ${fileId}::uuid for update`
  return row ? Number(row.bytes) : null
}

export async function storeFileSize(
  db: Transaction,
  { projectId, fileId }: FileKey,
  bytes: number,
): Promise<void> {
  await db.$executeRaw`
    update stored_file set bytes = ${bytes}::bigint where project_id = ${projectId}::uuid and id = ${fileId}::uuid`
}

/** By COPY, because Prisma would turn the chunk into base64 text. */
export function insertFileChunk(
  copier: BulkRowCopier,
  { projectId, fileId }: FileKey,
  { position, data }: FileChunk,
): Promise<void> {
  const statement =
    'copy stored_chunk (project_id, file_id, position, data) from stdin (format binary)'
  return copier.copy(statement, (rows) => {
    rows.beginRow(4)
    rows.uuid(projectId)
    rows.uuid(fileId)
    rows.bigint(position)
    rows.bytes(data)
  })
}

/** Which chunks to read: in order, up to `count` from the one that contains `from`, and none that begins at `to` or later. */
interface ChunkSelection {
  from: number
  to: number
  count: number
}

const chunksSql = ({ projectId, fileId }: FileKey, { from, to, count }: ChunkSelection) =>
  Prisma.sql`
    select c.position::text, c.data from stored_chunk c
    where c.project_id = ${projectId}::uuid and c.file_id = ${fileId}::uuid and c.position < ${to}::bigint
      and c.position >= (
        select max(position) from stored_chunk
        where project_id = ${projectId}::uuid and file_id = ${fileId}::uuid and position <= ${from}::bigint
      )
    order by c.position limit ${count}`

export async function listFileChunks(
  db: Transaction,
  file: FileKey,
  selection: ChunkSelection,
): Promise<FileChunk[]> {
  const rows = await db.$queryRaw<{ position: string; data: Uint8Array }[]>(
    chunksSql(file, selection),
  )
  return rows.map(({ position, data }) => ({ position: Number(position), data }))
}

/** By COPY, because Prisma decodes bytes from hexadecimal text, which takes 10 ms per MiB. */
export async function copyFileChunks(
  reader: BulkRowReader,
  file: FileKey,
  selection: ChunkSelection,
): Promise<FileChunk[]> {
  const rows = await reader.read(chunksSql(file, selection))
  return rows.map((row) => ({ position: Number(row.read(0)), data: row.readBytes(1) }))
}

/** Returns the number of deleted chunks, at most `count`. */
export async function deleteFileChunks(
  db: Transaction,
  { projectId, fileId }: FileKey,
  count: number,
): Promise<number> {
  return db.$executeRaw`
    delete from stored_chunk
    where project_id = ${projectId}::uuid and file_id = ${fileId}::uuid and position in (
      select position from stored_chunk
      where project_id = ${projectId}::uuid and file_id = ${fileId}::uuid limit ${count}
    )`
}

export async function deleteFileRow(
  db: Transaction,
  { projectId, fileId }: FileKey,
): Promise<void> {
  await db.$executeRaw`
    delete from stored_file where project_id = ${projectId}::uuid and id = ${fileId}::uuid`
}
