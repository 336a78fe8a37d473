import { type ErrorCode, httpStatusByErrorCode } from '@/lib/platform/errors'

/** Explains each error code to API users. */
export const errorCodeDescriptions = {
  invalid_input: 'The input does not match the schema. `issues` lists each location.',
  unauthenticated: 'No session or token, or it has expired.',
  forbidden: 'Your role or the scope of your token does not allow this call.',
  paused:
    'You are paused in this project and can only read your own work and performance, the project and its guideline.',
  not_found: 'It does not exist, or it is in a project that you are not a member of.',
  method_not_allowed: 'The path does not have this method. Allow lists the methods that it has.',
  conflict:
    'The current state does not allow this call: it changed since you read it, is already as requested, or rules the call out. `detail` says which.',
  lease_lost: 'The lease expired, and someone else may have claimed the solution.',
  too_large: 'The body exceeds the size limit of this call.',
  unsupported_media_type: 'The body has the wrong content type.',
  invalid_lines: 'Some lines of the file are invalid. The response lists them.',
  idempotency_mismatch: 'This Idempotency-Key was already used with another call or other input.',
  rate_limited: 'Too many calls. Wait for the time in Retry-After, then try again.',
  internal: 'Server error. Search the server log for the request id.',
  unavailable:
    'The database is too slow or unreachable, or another request is changing the same data. A write may have been saved. Repeat it with the same Idempotency-Key, or read the current state first.',
} as const satisfies Record<ErrorCode, string>

export interface ErrorCodeGroup {
  status: number
  codes: ErrorCode[]
}

/** Groups codes by status, in ascending order. */
export function groupErrorCodesByStatus(codes: readonly ErrorCode[]): ErrorCodeGroup[] {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes)
    groups.set(httpStatusByErrorCode[code], [
      ...(groups.get(httpStatusByErrorCode[code]) ?? []),
      code,
    ])
  return [...groups]
    .map(([status, sameStatus]) => ({ status, codes: sameStatus }))
    .sort((a, b) => a.status - b.status)
}
