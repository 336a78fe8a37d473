import { AppError } from '@/lib/platform/errors'

/** When a request came in, and whether its client still waits. */
export interface RequestTiming {
  /** From `performance.now()`, which continues while the process is frozen. */
  atMs: number
  /** Aborted when the client closes the connection. */
  signal?: AbortSignal
}

/** The client has closed the connection, so this response is never read. */
export const clientDisconnectedError = new AppError('invalid_input', 'The request was cancelled.')

/**
 * Throws if the client has closed the connection, or has waited longer than `maxAgeMs`. A process that was frozen
 * continues with requests that clients have long since repeated on another process, perhaps followed by later ones.
 */
export function rejectOutdatedRequest({ atMs, signal }: RequestTiming, maxAgeMs: number): void {
  if (signal?.aborted) throw clientDisconnectedError
  if (performance.now() - atMs > maxAgeMs)
    throw new AppError(
      'unavailable',
      'The server was too busy to do this in time. Nothing was changed. Try again.',
      { retryAfterSeconds },
    )
}

const retryAfterSeconds = 1
