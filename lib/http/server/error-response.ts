import { AppError } from '@/lib/platform/errors'
import { isLockTimeout, isDatabaseUnavailable } from '@/lib/platform/server/database-error-kinds'
import { logger } from '@/lib/platform/server/logger'

/** The body of every error: RFC 9457, with our code and details. */
export function createErrorResponse(
  error: AppError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
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
        ...headers,
      },
    },
  )
}

/** For a method that a path does not have. `allowed`: those that it has. */
export function createMethodErrorResponse(
  method: string,
  allowed: readonly string[],
  requestId: string,
): Response {
  const allow = allowed.join(', ')
  return createErrorResponse(
    new AppError('method_not_allowed', `${method} is not allowed here. Use one of: ${allow}.`),
    requestId,
    { allow },
  )
}

/**
 * Turns any error into an AppError. Unexpected errors are logged, and their message is general.
 *
 * @param isRead whether the call changes nothing. A write may have been committed before the connection was lost.
 */
export function toAppError(
  error: unknown,
  requestId: string,
  { isRead = false }: { isRead?: boolean } = {},
): AppError {
  if (error instanceof AppError) return error
  if (isLockTimeout(error)) {
    logger.warn({ requestId, error }, 'a lock was not released in time')
    return new AppError('unavailable', 'Another request is changing the same data. Try again.', {
      retryAfterSeconds: 1,
    })
  }
  if (isDatabaseUnavailable(error)) {
    logger.warn({ requestId, error }, 'database unavailable')
    return new AppError(
      'unavailable',
      isRead
        ? 'The database did not respond in time. Try again.'
        : 'The database did not respond in time, so the change may or may not have been saved. Repeat the call with the same Idempotency-Key, or check before you repeat it.',
      { retryAfterSeconds: 2 },
    )
  }
  logger.error({ requestId, error }, 'unexpected error')
  return new AppError(
    'internal',
    'Something went wrong on our side. Try again. If it happens again, tell an instance admin.',
  )
}
