import { AppError } from '@/lib/platform/errors'
import { formatBytes, formatCount, formatQuantity } from '@/lib/platform/format'
import { FilePieceReader } from './file-pieces'
import {
  createImport,
  getImport,
  type ImportContext,
  UploadPieceTimeoutError,
  uploadPiece,
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
  const pieces = new FilePieceReader(source, context.signal)
  try {
    const first = await pieces.next()
    if (first === null)
      throw new AppError(
        'invalid_lines',
        `${source.name}: The file is empty. Nothing was imported.`,
      )
    const { import: id } = await createImport(context, source.fileName)
    onOpened(id)
    const bytes = await sendPieces(context, { import: id, part: 'data' }, source, pieces, first)
    return { id, bytes, sha256: pieces.finish() }
  } finally {
    pieces.close()
  }
}

/** Sends what the server does not have yet. */
export async function uploadRemainingBytes(
  context: ImportContext,
  id: string,
  receivedBytes: number,
  source: InputSource,
): Promise<UploadedFile> {
  const pieces = new FilePieceReader(source, context.signal)
  try {
    await pieces.skip(receivedBytes)
    const target = { import: id, part: 'data' } as const
    const bytes = await sendPieces(
      context,
      target,
      source,
      pieces,
      await pieces.next(),
      receivedBytes,
    )
    return { id, bytes, sha256: pieces.finish() }
  } finally {
    pieces.close()
  }
}

/** Sends the batch requests. */
export async function uploadRequestFile(
  context: ImportContext,
  id: string,
  source: InputSource,
): Promise<void> {
  const pieces = new FilePieceReader(source, context.signal)
  try {
    await sendPieces(context, { import: id, part: 'requests' }, source, pieces, await pieces.next())
  } finally {
    pieces.close()
  }
}

/** Sends all pieces from an offset and returns how many bytes the server has. */
async function sendPieces(
  context: ImportContext,
  target: { import: string; part: 'data' | 'requests' },
  source: InputSource,
  pieces: FilePieceReader,
  first: Buffer<ArrayBuffer> | null,
  from = 0,
): Promise<number> {
  const progress = new ProgressReporter(context.terminal, 'sending')
  let offset = from
  try {
    for (let piece = first; piece !== null; piece = await pieces.next()) {
      progress.show({ done: offset, total: source.bytes })
      offset = await sendInParts(context, { ...target, offset }, pieces, piece)
    }
    return offset
  } finally {
    progress.clear()
  }
}

interface PieceTarget {
  import: string
  part: 'data' | 'requests'
  offset: number
}

/** Sends a piece, in smaller ones on a slow connection, and returns the new offset. */
async function sendInParts(
  context: ImportContext,
  { offset: from, ...target }: PieceTarget,
  pieces: FilePieceReader,
  piece: Buffer<ArrayBuffer>,
): Promise<number> {
  const end = from + piece.length
  let offset = from
  while (offset < end) {
    const part = piece.subarray(offset - from, offset - from + pieces.size)
    try {
      offset = await sendPiece(context, { ...target, offset }, part)
    } catch (error) {
      if (!(error instanceof UploadPieceTimeoutError)) throw error
      pieces.halve(part.length)
      printMessage(
        context.terminal,
        `Slow connection: now sending pieces of ${formatBytes(pieces.size)}.`,
      )
      // The server may have it, if only the reply was late.
      const receivedBytes = await countReceived(context, target)
      if (receivedBytes > offset && receivedBytes <= end) offset = receivedBytes
    }
  }
  return offset
}

async function countReceived(
  context: ImportContext,
  target: Pick<PieceTarget, 'import' | 'part'>,
): Promise<number> {
  const { receivedBytes, requestsBytes } = await getImport(context, target.import)
  return target.part === 'data' ? receivedBytes : (requestsBytes ?? 0)
}

/** After a lost reply, the server can already have a part of the piece. Then only the rest is sent. */
async function sendPiece(
  context: ImportContext,
  target: PieceTarget,
  piece: Buffer<ArrayBuffer>,
): Promise<number> {
  const end = target.offset + piece.length
  try {
    const receivedBytes = await uploadPiece(context, target, piece)
    if (receivedBytes === end) return end
    throw new AppError('conflict', describeGap(receivedBytes, end))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    const receivedBytes = await countReceived(context, target)
    if (receivedBytes <= target.offset || receivedBytes >= end) throw error
    return sendPiece(
      context,
      { ...target, offset: receivedBytes },
      piece.subarray(receivedBytes - target.offset),
    )
  }
}

const describeGap = (receivedBytes: number, sentBytes: number) =>
  `The server has ${formatQuantity(receivedBytes, 'byte')} of this file instead of ${formatCount(sentBytes)}: another process is sending to the same import.`
