import { AppError, errorStatus, type ErrorCode } from '@/lib/platform/errors'

/** Whatever a path or a query may carry. */
type Scalar = string | number | boolean

/** The address of a call with the path's names filled in, and the part of the input that the path did not take. */
export function fillPath(path: string, input: Readonly<Record<string, unknown>>) {
  const rest = { ...input }
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name] as Scalar
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { url: `/api/v1${url}`, rest }
}

/** `?a=1&b=2`; what is undefined or null is left out. */
export function writeQuery(rest: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== null) query.set(name, `${value as Scalar}`)
  return query.size > 0 ? `?${query}` : ''
}

/**
 * A refusal as the server wrote it; whatever else came (a proxy's page, a reply cut short) is `unavailable`, or
 * `rate_limited` where a proxy says so, with the status as `answered` in its details. `retryAfter` is the header.
 */
export function readProblem(
  status: number,
  text: string,
  retryAfter: string | null = null,
): AppError {
  try {
    const { code, detail, ...details } = JSON.parse(text) as Record<string, unknown>
    if (typeof code === 'string' && code in errorStatus && typeof detail === 'string')
      return new AppError(code as ErrorCode, detail, details)
  } catch {
    // Not from us.
  }
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  const details = seconds > 0 ? { retryAfterSeconds: seconds } : {}
  if (status === errorStatus.rate_limited)
    return new AppError(
      'rate_limited',
      'Too many requests, says whoever stands before the server.',
      details,
    )
  return new AppError('unavailable', `The server answered ${status}.`, {
    ...details,
    answered: status,
  })
}
