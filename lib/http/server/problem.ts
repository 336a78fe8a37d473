import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import { readDriverCause } from '@/lib/platform/server/driver-cause'
import { logger } from '@/lib/platform/server/logger'

/** What every refusal looks like on the wire: RFC 9457, with our code and the details beside it. */
export function writeProblem(error: AppError, requestId: string): Response {
  const retryAfter = error.details.retryAfterSeconds
  return new Response(
    JSON.stringify({
      ...error.details,
      type: 'about:blank',
      title: error.code.replaceAll('_', ' '),
      status: error.status,
      code: error.code,
      detail: error.message,
      requestId,
    }),
    {
      status: error.status,
      headers: {
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        'x-request-id': requestId,
        ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}),
      },
    },
  )
}

// The database cannot be reached, has no connection free, or gave up on a statement or a deadlock: nothing was written.
const unavailableCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034'])
/** What the driver calls the same, where Prisma has no code of its own for it. */
const passingKinds = new Set([
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'],
  ...['TooManyConnections', 'TransactionWriteConflict'],
])
/**
 * PostgreSQL's own codes for it, and for what it cannot do at present: no connection (08), read only (25006), no disk,
 * memory or connection left (53), locks and limits in time (40, 55, 57), a disk that fails (58).
 */
const passingCodes = /^(?:08\w{3}|25006|40001|40P01|53\w{3}|55P03|57014|57P0\d|58030)$/
/** Of a connection that was lost, or could not be had, before PostgreSQL said anything. */
const lostWords =
  /E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|[Cc]onnection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed|Can't reach database server/

/** Turns whatever was thrown into a refusal. What is not ours is logged whole and told in one sentence. */
export function readError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) {
    logger.warn({ requestId, error }, 'database unavailable')
    return new AppError(
      'unavailable',
      'The database did not answer in time. Try again; with an Idempotency-Key nothing is done twice.',
      { retryAfterSeconds: 2 },
    )
  }
  logger.error({ requestId, error }, 'unexpected error')
  return new AppError(
    'internal',
    'Something went wrong on our side. Try again; if it comes back, tell whoever runs this server.',
  )
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  const { kind, originalCode } = readDriverCause(error)
  if (passingKinds.has(String(kind)) || passingCodes.test(String(originalCode))) return true
  if (error instanceof Prisma.PrismaClientKnownRequestError && unavailableCodes.has(error.code))
    return true
  return error instanceof Error && lostWords.test(error.message)
}
