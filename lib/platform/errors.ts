/** Every refusal Stepmark can make, and its HTTP status. One row per code; nothing else decides a status. */
export const errorStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** The actor is paused in this project: only what is their own can be read. */
  paused: 403,
  not_found: 404,
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

export type ErrorCode = keyof typeof errorStatus

/** A refusal: thrown by domain code, turned into RFC 9457 problem+json at the door. */
export class AppError extends Error {
  override readonly name = 'AppError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** What a program needs to act on the refusal: a field, a line, seconds to wait. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** For the end of a union: fails to compile when a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`)
}
