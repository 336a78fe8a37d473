import { AppError } from '@/lib/platform/errors'
import { callApi } from './call-api'

/** The data file, or the file with the requests that it answers. */
export type ImportFileRole = 'data' | 'requests'

export interface UploadOptions {
  /** Offset of the first byte to send: the number of bytes that the server already has. */
  from?: number
  /** Called with the number of bytes that the server has. */
  onProgress?: (sentBytes: number) => void
  /** Called with the reason for an interruption, and with null when the upload continues. */
  onError?: (message: string | null) => void
  signal?: AbortSignal
  /** Empty in the browser. */
  baseUrl?: string
  token?: string
  /** Wait before the first retry. Each further wait is twice as long. */
  firstWaitMs?: number
}

const kibibyte = 1024
const minUploadChunkBytes = 256 * kibibyte
const maxUploadChunkBytes = 8 * kibibyte * kibibyte
/** Target duration of a chunk: slow connections show progress and lose little when they break. */
const targetChunkMs = 1_000
/** Attempts without progress before the upload fails. */
const maxAttempts = 8
const maxWaitMs = 15_000

/**
 * Uploads a file in chunks without loading it into memory. Transient errors are retried from the byte that the server
 * has. Throws `AppError`, or the signal's reason when aborted.
 */
export async function uploadImportFile(
  target: { project: string; import: string; part: ImportFileRole },
  file: Blob,
  options: UploadOptions = {},
): Promise<void> {
  const { from = 0, onProgress, onError, signal } = options
  const connection = { baseUrl: options.baseUrl, token: options.token, signal }
  let offset = from
  let chunkSize = 2 * minUploadChunkBytes
  let failures = 0
  while (offset < file.size) {
    signal?.throwIfAborted()
    const chunk = await readChunk(file, offset, offset + chunkSize)
    const startedAt = Date.now()
    try {
      const { receivedBytes } = await callApi(
        'put /projects/{project}/imports/{import}/files/{part}',
        { ...target, offset },
        { ...connection, file: chunk },
      )
      offset = receivedBytes
      chunkSize = chooseChunkSize(chunk.byteLength, Date.now() - startedAt)
      if (failures > 0) onError?.(null)
      failures = 0
      onProgress?.(offset)
    } catch (error) {
      signal?.throwIfAborted()
      failures += 1
      if (!isRetryable(error) || failures >= maxAttempts) throw error
      // A conflict is resolved at once by asking for the offset.
      if (!isConflict(error)) onError?.(describeUploadError(error))
      await wait(chooseWait(error, failures, options.firstWaitMs), signal)
      const confirmedBytes = await fetchReceivedBytes(target, connection)
      signal?.throwIfAborted()
      // Refused at the offset that the server expects, or its offset is unknown: retrying would not help.
      if (isConflict(error) && (confirmedBytes === null || confirmedBytes === offset)) throw error
      offset = confirmedBytes ?? offset
      chunkSize = minUploadChunkBytes
    }
  }
  if (offset > file.size)
    throw new AppError(
      'conflict',
      'This is not the file whose upload was started. Nothing was imported. Choose the file again.',
    )
}

async function readChunk(file: Blob, from: number, to: number): Promise<ArrayBuffer> {
  const size = Math.min(to, file.size) - from
  const chunk = await file
    .slice(from, from + size)
    .arrayBuffer()
    .catch(() => null)
  if (chunk?.byteLength !== size)
    throw new AppError(
      'invalid_input',
      'The file was changed, moved or deleted during the upload. Nothing was imported. Choose it again.',
    )
  return chunk
}

function chooseChunkSize(bytes: number, durationMs: number): number {
  const idealBytes = (bytes * targetChunkMs) / Math.max(durationMs, 1)
  return Math.round(
    Math.min(maxUploadChunkBytes, 2 * bytes, Math.max(minUploadChunkBytes, idealBytes)),
  )
}

/** Number of bytes that the server has; null if it can't be read. */
async function fetchReceivedBytes(
  { project, import: id, part }: { project: string; import: string; part: ImportFileRole },
  connection: { baseUrl?: string; token?: string; signal?: AbortSignal },
): Promise<number | null> {
  try {
    const importDetails = await callApi(
      'get /projects/{project}/imports/{import}',
      { project, import: id },
      connection,
    )
    return part === 'data' ? importDetails.receivedBytes : (importDetails.requestsBytes ?? 0)
  } catch {
    return null
  }
}

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'conflict'

function isRetryable(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    ['unavailable', 'internal', 'rate_limited', 'conflict'].includes(error.code)
  )
}

function describeUploadError({ code, details }: AppError): string {
  // Only an answer of the server or of a proxy has a status.
  const hasAnswer = 'status' in details || 'answered' in details
  const problem =
    code === 'rate_limited'
      ? 'The server is busy.'
      : hasAnswer
        ? 'The server could not answer.'
        : 'Connection lost.'
  return `${problem} The upload resumes by itself.`
}

function chooseWait(error: unknown, failures: number, firstMs = 500): number {
  const retryAfterSeconds =
    error instanceof AppError ? Number(error.details.retryAfterSeconds) : NaN
  if (retryAfterSeconds > 0) return Math.min(retryAfterSeconds * 1_000, 4 * maxWaitMs)
  return isConflict(error) ? 0 : Math.min(firstMs * 2 ** (failures - 1), maxWaitMs)
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stopWaiting)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stopWaiting, { once: true })
  })
}
