/** HTTP status of each error code of the API. */
export const httpStatusByErrorCode = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  /**
   * The actor is paused in this project: they can only read their own work and performance, the project and its
   * guideline.
   */
  paused: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  lease_lost: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_lines: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof httpStatusByErrorCode

/** An expected error, thrown by domain code and turned into RFC 9457 problem+json by the API. */
export class AppError extends Error {
  override readonly name = 'AppError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Details for programs: a field, a line, seconds to wait. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }

  get status(): number {
    return httpStatusByErrorCode[this.code]
  }
}

/** For the default case of a switch over a union: does not compile if a case is missing. */
export function assertUnreachable(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`)
}
