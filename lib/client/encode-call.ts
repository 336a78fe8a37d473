import { AppError, httpStatusByErrorCode, type ErrorCode } from '@/lib/platform/errors'

/** A value in a path or query. */
type Scalar = string | number | boolean

/** The URL with path parameters filled in, and the input without them. */
export function fillPathParameters(path: string, input: Readonly<Record<string, unknown>>) {
  const remainingInput = { ...input }
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = remainingInput[name] as Scalar
    delete remainingInput[name]
    return encodeURIComponent(value)
  })
  return { url: `/api/v1${url}`, remainingInput }
}

/** `?a=1&b=2`, without undefined and null values. */
export function formatQueryString(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null) query.set(name, `${value as Scalar}`)
  return query.size > 0 ? `?${query}` : ''
}

/**
 * The error of a reply. Anything but our own problem format (a proxy's page, a truncated reply) is `unavailable` with
 * the status as `details.answered`, or `rate_limited` for status 429.
 *
 * @param retryAfter the header `Retry-After`
 */
export function readErrorReply(
  status: number,
  text: string,
  retryAfter: string | null = null,
): AppError {
  try {
    const { code, detail, ...details } = JSON.parse(text) as Record<string, unknown>
    if (typeof code === 'string' && code in httpStatusByErrorCode && typeof detail === 'string')
      return new AppError(code as ErrorCode, detail, details)
  } catch {
    // The body is not from our server.
  }
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  const details = seconds > 0 ? { retryAfterSeconds: seconds } : {}
  if (status === httpStatusByErrorCode.rate_limited)
    return new AppError(
      'rate_limited',
      'Too many requests. A proxy in front of the server rejected this one.',
      details,
    )
  return new AppError('unavailable', `The server answered ${status}.`, {
    ...details,
    answered: status,
  })
}
