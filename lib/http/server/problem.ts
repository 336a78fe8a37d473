import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/server/logger'
import { isUnavailable } from '@/lib/platform/server/unavailable'

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
