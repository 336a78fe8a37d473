import { createHash } from 'node:crypto'
import { v7 as makeId } from 'uuid'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { TransactionContext, WriteTransaction } from '@/lib/platform/server/run-transaction'
import {
  copyFileChunks,
  insertFileChunk,
  deleteFileChunks,
  deleteFileRow,
  type FileKey,
  findFileSize,
  insertFileRow,
  listFileChunks,
  lockFileAndFindSize,
  storeFileSize,
} from './file-chunks.sql'

/** Also enforced by the database. */
export const maxStoredChunkBytes = 1024 * 1024
/** Chunks read at a time. */
const chunksPerRead = 2
/** Chunks deleted per statement, so that none takes long. */
const chunksPerDelete = 256

/** Bytes `from` up to, but not including, `to`. */
export interface ByteRange {
  from: number
  to: number
}

export interface StoredFileWriter {
  /** Text as UTF-8. */
  write(piece: string | Uint8Array): Promise<void>
  /** Writes the rest. The file is complete, but exists only if the transaction commits. */
  close(): Promise<{ fileId: string; bytes: number; sha256: Buffer }>
}

/** Creates an empty file and returns its id. */
export async function createStoredFile(db: Transaction, projectId: string): Promise<string> {
  const fileId = makeId()
  await insertFileRow(db, { projectId, fileId })
  return fileId
}

/**
 * Adds an uploaded chunk at `offset` of the file and returns the new size. Bytes that the file already has
 * are not added again, so a client that missed the reply can send the chunk again. Locks the file
 * until the transaction ends. Throws `conflict` with `receivedBytes` if the chunk would leave a gap
 * or differs from existing bytes; `not_found` if there is no such file.
 */
export async function appendToFile(
  { db, copier }: WriteTransaction,
  file: FileKey,
  offset: number,
  bytes: Uint8Array,
): Promise<number> {
  const size = await lockFileAndFindSize(db, file)
  if (size === null) throw makeFileMissingError()
  if (offset > size) throw makeOffsetError(`The file has ${size} bytes so far`, size)
  const overlap = Math.min(size - offset, bytes.length)
  if (overlap > 0 && !(await hasBytesAt(db, file, offset, bytes.subarray(0, overlap))))
    throw makeOffsetError('The file already has different bytes at this position', size)
  const newBytes = bytes.subarray(overlap)
  if (newBytes.length === 0) return size
  for (let start = 0; start < newBytes.length; start += maxStoredChunkBytes)
    await insertFileChunk(copier, file, {
      position: size + start,
      data: newBytes.subarray(start, start + maxStoredChunkBytes),
    })
  await storeFileSize(db, file, size + newBytes.length)
  return size + newBytes.length
}

async function hasBytesAt(
  db: Transaction,
  file: FileKey,
  from: number,
  bytes: Uint8Array,
): Promise<boolean> {
  let comparedBytes = 0
  for await (const piece of readStoredFile(db, file, { from, to: from + bytes.length })) {
    if (Buffer.compare(piece, bytes.subarray(comparedBytes, comparedBytes + piece.length)) !== 0)
      return false
    comparedBytes += piece.length
  }
  return true
}

/** Writes a new file in pieces of any size. Keeps about one chunk in memory. */
export async function openFileWriter(
  { db, copier }: WriteTransaction,
  projectId: string,
): Promise<StoredFileWriter> {
  const file = { projectId, fileId: await createStoredFile(db, projectId) }
  const hash = createHash('sha256')
  let pendingChunks: Uint8Array[] = []
  let pendingBytes = 0
  let writtenBytes = 0

  const copyNextChunk = async (data: Uint8Array) => {
    await insertFileChunk(copier, file, { position: writtenBytes, data })
    writtenBytes += data.length
  }
  return {
    async write(piece) {
      // A copy, because the caller can reuse its buffer.
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece)
      hash.update(bytes)
      pendingChunks.push(bytes)
      pendingBytes += bytes.length
      if (pendingBytes < maxStoredChunkBytes) return
      const joinedBytes = Buffer.concat(pendingChunks)
      let start = 0
      for (; joinedBytes.length - start >= maxStoredChunkBytes; start += maxStoredChunkBytes)
        await copyNextChunk(joinedBytes.subarray(start, start + maxStoredChunkBytes))
      pendingChunks = [joinedBytes.subarray(start)]
      pendingBytes = joinedBytes.length - start
    },
    async close() {
      if (pendingBytes > 0) await copyNextChunk(Buffer.concat(pendingChunks))
      await storeFileSize(db, file, writtenBytes)
      return { fileId: file.fileId, bytes: writtenBytes, sha256: hash.digest() }
    },
  }
}

/**
 * The bytes of a file or of a range, one chunk at a time. A range may extend beyond the file. Throws
 * `not_found` if the file does not exist, or is deleted while it is read.
 */
export async function* readStoredFile(
  db: Transaction,
  file: FileKey,
  range: ByteRange = { from: 0, to: Number.MAX_SAFE_INTEGER },
): AsyncGenerator<Uint8Array> {
  const size = await findFileSize(db, file)
  if (size === null) throw makeFileMissingError()
  const to = Math.min(range.to, size)
  for (let next = range.from; next < to;) {
    const chunks = await listFileChunks(db, file, { from: next, to, count: chunksPerRead })
    if (chunks.length === 0) throw makeFileMissingError()
    for (const { position, data } of chunks) {
      const piece = data.subarray(Math.max(0, next - position), to - position)
      next += piece.length
      yield piece
    }
  }
}

/**
 * Like `readStoredFile` for a whole file, on the connection of a transaction and faster. Reads the next chunk while the
 * caller uses the last one.
 */
export async function* readWholeFile(
  { db, rows }: Pick<TransactionContext, 'db' | 'rows'>,
  file: FileKey,
): AsyncGenerator<Uint8Array> {
  const to = await findFileSize(db, file)
  if (to === null) throw makeFileMissingError()
  const readChunk = (from: number) => {
    const reading = copyFileChunks(rows, file, { from, to, count: 1 })
    reading.catch(() => undefined) // handled when it is awaited
    return reading
  }
  let nextChunk = readChunk(0)
  try {
    for (let next = 0; next < to;) {
      const [chunk] = await nextChunk
      if (!chunk) throw makeFileMissingError()
      next += chunk.data.length
      if (next < to) nextChunk = readChunk(next)
      yield chunk.data
    }
  } finally {
    // Wait, because the transaction must not end under a running statement.
    await nextChunk.catch(() => undefined)
  }
}

/** Deleting a missing file is not an error. */
export async function removeStoredFile(db: Transaction, file: FileKey): Promise<void> {
  // Lock the row first, so that no one adds to the file while its chunks are deleted.
  await lockFileAndFindSize(db, file)
  while ((await deleteFileChunks(db, file, chunksPerDelete)) === chunksPerDelete);
  await deleteFileRow(db, file)
}

function makeFileMissingError(): AppError {
  return new AppError('not_found', 'The file no longer exists. Upload it again.')
}

function makeOffsetError(reason: string, size: number): AppError {
  return new AppError(
    'conflict',
    `${reason}. Nothing was changed. Continue from byte ${size}, or start again.`,
    { receivedBytes: size },
  )
}
