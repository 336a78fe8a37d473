import type { getImportContract, sendImportFileContract } from '@/lib/imports/contract'
import { AppError } from '@/lib/platform/errors'
import { call } from './call'

/** The file itself, or the requests that its lines answer. */
export type FilePart = 'data' | 'requests'

export interface UploadOptions {
  /** Where to begin: what the server has of the file already. */
  from?: number
  /** Bytes that the server has. */
  onProgress?: (sentBytes: number) => void
  /** Why nothing moves for the moment; null once it does again. */
  onTrouble?: (words: string | null) => void
  signal?: AbortSignal
  /** Where the server is: empty in the browser. */
  baseUrl?: string
  token?: string
  /** Of the first wait between two tries; each further one is twice as long. */
  firstWaitMs?: number
}

const kibibyte = 1024
const smallestPiece = 256 * kibibyte
const largestPiece = 8 * kibibyte * kibibyte
/** A piece should take about this long, so that a slow line is seen to move and loses little when it breaks. */
const pieceMs = 1_000
/** Without a byte of progress between them. */
const triesInARow = 8
const longestWaitMs = 15_000

/**
 * Sends a file in pieces, from the disk to the network, never whole into memory. What fails on the way (no network, a
 * server that is restarted, too many requests) is tried again from where the server stands. Throws `AppError`; when
 * aborted, the signal's reason.
 */
export async function uploadImportFile(
  at: { project: string; import: string; part: FilePart },
  file: Blob,
  options: UploadOptions = {},
): Promise<void> {
  const { from = 0, onProgress, onTrouble, signal } = options
  const reached = { baseUrl: options.baseUrl, token: options.token, signal }
  let offset = from
  let pieceSize = 2 * smallestPiece
  let failures = 0
  while (offset < file.size) {
    signal?.throwIfAborted()
    const piece = await readPiece(file, offset, offset + pieceSize)
    const begun = Date.now()
    try {
      const { receivedBytes } = await call<typeof sendImportFileContract>(
        { method: 'put', path: '/projects/{project}/imports/{import}/files/{part}' },
        { ...at, offset },
        { ...reached, file: piece },
      )
      offset = receivedBytes
      pieceSize = choosePieceSize(piece.byteLength, Date.now() - begun)
      if (failures > 0) onTrouble?.(null)
      failures = 0
      onProgress?.(offset)
    } catch (error) {
      signal?.throwIfAborted()
      failures += 1
      if (!isWorthAnotherTry(error) || failures >= triesInARow) throw error
      onTrouble?.(describeTrouble(error))
      await wait(chooseWait(error, failures, options.firstWaitMs), signal)
      const received = await askReceived(at, reached)
      signal?.throwIfAborted()
      // Refused at the very place where the server stands: sending it once more changes nothing.
      if (isConflict(error) && (received === null || received === offset)) throw error
      offset = received ?? offset
      pieceSize = smallestPiece
    }
  }
  if (offset > file.size)
    throw new AppError(
      'conflict',
      'The server has more of this file than there is: it must be another one. Nothing was imported. Choose the file again.',
    )
}

async function readPiece(file: Blob, from: number, to: number): Promise<ArrayBuffer> {
  const size = Math.min(to, file.size) - from
  const piece = await file
    .slice(from, from + size)
    .arrayBuffer()
    .catch(() => null)
  if (piece?.byteLength !== size)
    throw new AppError(
      'invalid_input',
      'The file was changed, moved or removed while it was on its way. Nothing was imported. Choose it again.',
    )
  return piece
}

function choosePieceSize(bytes: number, tookMs: number): number {
  const fitting = (bytes * pieceMs) / Math.max(tookMs, 1)
  return Math.round(Math.min(largestPiece, 2 * bytes, Math.max(smallestPiece, fitting)))
}

/** How much the server has; null where it cannot be asked either. */
async function askReceived(
  { project, import: id, part }: { project: string; import: string; part: FilePart },
  reached: { baseUrl?: string; token?: string; signal?: AbortSignal },
): Promise<number | null> {
  try {
    const found = await call<typeof getImportContract>(
      { method: 'get', path: '/projects/{project}/imports/{import}' },
      { project, import: id },
      reached,
    )
    return part === 'data' ? found.receivedBytes : (found.requestsBytes ?? 0)
  } catch {
    return null
  }
}

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'conflict'

function isWorthAnotherTry(error: unknown): boolean {
  return (
    error instanceof AppError &&
    ['unavailable', 'internal', 'rate_limited', 'conflict'].includes(error.code)
  )
}

function describeTrouble(error: unknown): string {
  if (error instanceof AppError && error.code === 'rate_limited')
    return 'The server asks for patience. It goes on by itself.'
  return 'The connection broke off. It goes on by itself once the server answers.'
}

function chooseWait(error: unknown, failures: number, firstMs = 500): number {
  const asked = error instanceof AppError ? Number(error.details.retryAfterSeconds) : NaN
  if (asked > 0) return Math.min(asked * 1_000, 4 * longestWaitMs)
  return isConflict(error) ? 0 : Math.min(firstMs * 2 ** (failures - 1), longestWaitMs)
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
