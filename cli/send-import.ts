import { AppError } from '@/lib/platform/errors'
import { formatBytes, formatCount, formatNoun } from '@/lib/platform/format'
import { Pieces } from './file-pieces'
import { getImport, type ImportCalls, openImport, sendPiece, SlowLine } from './import-calls'
import type { Source } from './open-input'
import { Progress } from './progress'
import { say } from './shell'

/** What is on the server, and what of the file was read here. */
export interface SentFile {
  id: string
  bytes: number
  /** Of the file as it is here. */
  sha256: string
}

/** Opens an import and sends its file. Nothing is opened for a file that is empty or cannot be read. */
export async function sendNewImport(
  calls: ImportCalls,
  source: Source,
  onOpened: (id: string) => void,
): Promise<SentFile> {
  const pieces = new Pieces(source, calls.signal)
  try {
    const first = await pieces.next()
    if (first === null)
      throw new AppError(
        'invalid_lines',
        `${source.name}: The file is empty. Nothing was imported.`,
      )
    const { import: id } = await openImport(calls, source.fileName)
    onOpened(id)
    const bytes = await sendPieces(calls, { import: id, part: 'data' }, source, pieces, first)
    return { id, bytes, sha256: pieces.finish() }
  } finally {
    pieces.close()
  }
}

/** Sends what the server does not have yet. */
export async function sendRest(
  calls: ImportCalls,
  id: string,
  receivedBytes: number,
  source: Source,
): Promise<SentFile> {
  const pieces = new Pieces(source, calls.signal)
  try {
    await pieces.skip(receivedBytes)
    const at = { import: id, part: 'data' } as const
    const bytes = await sendPieces(calls, at, source, pieces, await pieces.next(), receivedBytes)
    return { id, bytes, sha256: pieces.finish() }
  } finally {
    pieces.close()
  }
}

/** Sends the requests that the lines answer, unless they are there. */
export async function sendRequests(calls: ImportCalls, id: string, source: Source): Promise<void> {
  const pieces = new Pieces(source, calls.signal)
  try {
    await sendPieces(calls, { import: id, part: 'requests' }, source, pieces, await pieces.next())
  } finally {
    pieces.close()
  }
}

/** Sends piece after piece, beginning where the server is; gives how many bytes it has then. */
async function sendPieces(
  calls: ImportCalls,
  at: { import: string; part: 'data' | 'requests' },
  source: Source,
  pieces: Pieces,
  first: Buffer<ArrayBuffer> | null,
  from = 0,
): Promise<number> {
  const progress = new Progress(calls.shell, 'sending')
  let offset = from
  try {
    for (let piece = first; piece !== null; piece = await pieces.next()) {
      progress.show({ done: offset, all: source.bytes })
      offset = await sendInParts(calls, { ...at, offset }, pieces, piece)
    }
    return offset
  } finally {
    progress.clear()
  }
}

interface At {
  import: string
  part: 'data' | 'requests'
  offset: number
}

/** A piece, in smaller ones where the line is too slow for it; so are all that come after it. Gives where the server is then. */
async function sendInParts(
  calls: ImportCalls,
  { offset: from, ...at }: At,
  pieces: Pieces,
  piece: Buffer<ArrayBuffer>,
): Promise<number> {
  const end = from + piece.length
  let offset = from
  while (offset < end) {
    const part = piece.subarray(offset - from, offset - from + pieces.size)
    try {
      offset = await sendWhole(calls, { ...at, offset }, part)
    } catch (error) {
      if (!(error instanceof SlowLine)) throw error
      pieces.halve(part.length)
      say(
        calls.shell,
        `The line is slow: sending pieces of ${formatBytes(pieces.size)} from now on.`,
      )
      // It may be there all the same, where the answer alone came too late.
      const received = await countReceived(calls, at)
      if (received > offset && received <= end) offset = received
    }
  }
  return offset
}

async function countReceived(calls: ImportCalls, at: Pick<At, 'import' | 'part'>): Promise<number> {
  const { receivedBytes, requestsBytes } = await getImport(calls, at.import)
  return at.part === 'data' ? receivedBytes : (requestsBytes ?? 0)
}

/** Another try after a lost reply can find a part of the piece there: then only what follows is sent. */
async function sendWhole(calls: ImportCalls, at: At, piece: Buffer<ArrayBuffer>): Promise<number> {
  const end = at.offset + piece.length
  try {
    const received = await sendPiece(calls, at, piece)
    if (received === end) return end
    throw new AppError('conflict', describeGap(received, end))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    const received = await countReceived(calls, at)
    if (received <= at.offset || received >= end) throw error
    return sendWhole(calls, { ...at, offset: received }, piece.subarray(received - at.offset))
  }
}

const describeGap = (received: number, sent: number) =>
  `The server has ${formatNoun(received, 'byte')} of this file where it was sent ${formatCount(sent)}: somebody else sends to the same import.`
