import { type ErrorCode, errorStatus } from '@/lib/platform/errors'

/** What each code says to whoever writes a script. */
export const problemDescriptions = {
  invalid_input: 'Something of the call is not as its schema says; `issues` names each place.',
  unauthenticated: 'No session and no token, or one that has ended.',
  forbidden: 'The role or the scope of the token does not allow it.',
  paused: 'The person is paused in this project: only what is their own can be read.',
  not_found: 'It is not there, or it is in a project that one is no member of.',
  conflict: 'It is not as the caller thinks it is any more. Read it anew.',
  lease_lost: 'The lease has ended, and someone else may hold the solution.',
  too_large: 'The body is larger than the call takes.',
  unsupported_media_type: 'The body is not of the type that the call takes.',
  invalid_lines: 'Lines of the file cannot be used; they are named.',
  idempotency_mismatch: 'The Idempotency-Key came before, with another call or other input.',
  rate_limited: 'Too many calls. Wait as long as Retry-After says, then go on.',
  internal: 'A fault of the server. Its log has the request id.',
  unavailable:
    'The database does not answer in time. Nothing was changed; try again in a few seconds.',
} as const satisfies Record<ErrorCode, string>

export interface ProblemGroup {
  status: number
  codes: ErrorCode[]
}

/** Codes by their status, in its order. */
export function groupProblems(codes: readonly ErrorCode[]): ProblemGroup[] {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes)
    groups.set(errorStatus[code], [...(groups.get(errorStatus[code]) ?? []), code])
  return [...groups]
    .map(([status, sameStatus]) => ({ status, codes: sameStatus }))
    .sort((a, b) => a.status - b.status)
}
