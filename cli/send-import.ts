import { AppError } from '@/lib/platform/errors'
import { formatBytes, formatCount, formatQuantity } from '@/lib/platform/format'
import { FileChunkReader } from './file-chunks'
import {
  createImport,
  getImport,
  type ImportContext,
  UploadChunkTimeoutError,
  uploadChunk,
} from './import-requests'
import type { InputSource } from './open-input'
import { ProgressReporter } from './progress'
import { printMessage } from './terminal'

/** What is on the server, and the hash of the local file. */
export interface UploadedFile {
  id: string
  bytes: number
  /** Of the local file. */
  sha256: string
}

/** Creates an import and sends its file. Creates nothing for an empty or unreadable file. */
export async function uploadNewImport(
  context: ImportContext,
  source: InputSource,
  onOpened: (id: string) => void,
): Promise<UploadedFile> {
  const chunks = new FileChunkReader(source, context.signal)
  try {
    const first = await chunks.next()
    if (first === null)
      throw new AppError(
        'invalid_lines',
        `${source.name}: The file is empty. Nothing was imported.`,
      )
    const { import: id } = await createImport(context, source.fileName)
    onOpened(id)
    const bytes = await sendChunks(context, { import: id, part: 'data' }, source, chunks, first)
    return { id, bytes, sha256: chunks.finish() }
  } finally {
    chunks.close()
  }
}

/** Sends what the server does not have yet. */
export async function uploadRemainingBytes(
  context: ImportContext,
  id: string,
  receivedBytes: number,
  source: InputSource,
): Promise<UploadedFile> {
  const chunks = new FileChunkReader(source, context.signal)
  try {
    await chunks.skip(receivedBytes)
    const target = { import: id, part: 'data' } as const
    const bytes = await sendChunks(
      context,
      target,
      source,
      chunks,
      await chunks.next(),
      receivedBytes,
    )
    return { id, bytes, sha256: chunks.finish() }
  } finally {
    chunks.close()
  }
}

/** Sends the batch requests. */
export async function uploadRequestFile(
  context: ImportContext,
  id: string,
  source: InputSource,
): Promise<void> {
  const chunks = new FileChunkReader(source, context.signal)
  try {
    await sendChunks(context, { import: id, part: 'requests' }, source, chunks, await chunks.next())
  } finally {
    chunks.close()
  }
}

/** Sends all chunks from an offset and returns how many bytes the server has. */
async function sendChunks(
  context: ImportContext,
  target: { import: string; part: 'data' | 'requests' },
  source: InputSource,
  chunks: FileChunkReader,
  first: Buffer<ArrayBuffer> | null,
  from = 0,
): Promise<number> {
  const progress = new ProgressReporter(context.terminal, 'sending')
  let offset = from
  try {
    for (let chunk = first; chunk !== null; chunk = await chunks.next()) {
      progress.show({ done: offset, total: source.bytes })
      offset = await sendInPieces(context, { ...target, offset }, chunks, chunk)
    }
    return offset
  } finally {
    progress.clear()
  }
}

interface ChunkTarget {
  import: string
  part: 'data' | 'requests'
  offset: number
}

/** Sends a chunk, in smaller pieces on a slow connection, and returns the new offset. */
async function sendInPieces(
  context: ImportContext,
  { offset: from, ...target }: ChunkTarget,
  chunks: FileChunkReader,
  chunk: Buffer<ArrayBuffer>,
): Promise<number> {
  const end = from + chunk.length
  let offset = from
  while (offset < end) {
    const piece = chunk.subarray(offset - from, offset - from + chunks.size)
    try {
      offset = await sendChunk(context, { ...target, offset }, piece)
    } catch (error) {
      if (!(error instanceof UploadChunkTimeoutError)) throw error
      chunks.halve(piece.length)
      printMessage(
        context.terminal,
        `Slow connection: now sending chunks of ${formatBytes(chunks.size)}.`,
      )
      // The server may have the piece, if only the reply was late.
      const receivedBytes = await countReceived(context, target)
      if (receivedBytes > offset && receivedBytes <= end) offset = receivedBytes
    }
  }
  return offset
}

async function countReceived(
  context: ImportContext,
  target: Pick<ChunkTarget, 'import' | 'part'>,
): Promise<number> {
  const { receivedBytes, requestsBytes } = await getImport(context, target.import)
  return target.part === 'data' ? receivedBytes : (requestsBytes ?? 0)
}

/** After a lost reply, the server can already have the beginning of the chunk. Then only the rest is sent. */
async function sendChunk(
  context: ImportContext,
  target: ChunkTarget,
  chunk: Buffer<ArrayBuffer>,
): Promise<number> {
  const end = target.offset + chunk.length
  try {
    const receivedBytes = await uploadChunk(context, target, chunk)
    if (receivedBytes === end) return end
    throw new AppError('conflict', describeGap(receivedBytes, end))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    const receivedBytes = await countReceived(context, target)
    if (receivedBytes <= target.offset || receivedBytes >= end) throw error
    return sendChunk(
      context,
      { ...target, offset: receivedBytes },
      chunk.subarray(receivedBytes - target.offset),
    )
  }
}

const describeGap = (receivedBytes: number, sentBytes: number) =>
  `The server has ${formatQuantity(receivedBytes, 'byte')} of this file instead of ${formatCount(sentBytes)}: another process is sending to the same import.`
