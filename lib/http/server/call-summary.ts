import { type Grant, actionPolicy, type PolicyRow } from '@/lib/auth/policy'
import { listPathParameters } from '@/lib/platform/contract'
import type { ErrorCode } from '@/lib/platform/errors'
import { sendsInputInQuery } from '@/lib/platform/sends-input-in-query'
import { type ApiSection, findApiSection } from '../call-sections'
import type { Operation } from './operations'

/** Everything about a call except its fields. Used by the OpenAPI document and the docs page. */
export interface ApiCallSummary {
  section: ApiSection
  /** Who may make the call, as text. */
  who: string
  token: PolicyRow['token']
  /** Whether it needs neither a session nor a token. */
  isForAnyone: boolean
  /** Whether an Idempotency-Key makes repeats safe. */
  acceptsIdempotencyKey: boolean
  /** Error codes that it may return. */
  problems: ErrorCode[]
}

export function summariseApiCall(operation: Operation): ApiCallSummary {
  const { contract, action } = operation
  const row: PolicyRow = actionPolicy[action]
  const acceptsIdempotencyKey = operation.kind === 'command' && operation.acceptsIdempotencyKey
  return {
    section: findApiSection(contract.path),
    who: describeGrants(row.grants, operation.scope),
    token: row.token,
    isForAnyone: row.grants.includes('anyone'),
    acceptsIdempotencyKey,
    problems: listProblems(operation, acceptsIdempotencyKey),
  }
}

const grantLabels = {
  anyone: 'anyone',
  signed_in: 'everyone signed in',
  annotator: 'annotators',
  reviewer: 'reviewers',
  admin: 'admins',
  instance_admin: 'instance admins',
  host: 'the host',
} as const satisfies Record<Grant, string>

function describeGrants(grants: readonly Grant[], scope: Operation['scope']): string {
  const labels = grants.map((grant) => grantLabels[grant])
  const list =
    labels.length > 1 ? `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}` : labels[0]
  return scope === 'project' ? `${list} of the project` : (list ?? '')
}

function listProblems(
  { kind, contract, scope, action }: Operation,
  acceptsIdempotencyKey: boolean,
): ErrorCode[] {
  const row: PolicyRow = actionPolicy[action]
  const inPath = listPathParameters(contract.path)
  const isGet = contract.method === 'get'
  // Calls that need no body also read one if it is sent.
  const readsBody = !sendsInputInQuery(contract.method, contract.accepts)
  return [
    ...['invalid_input', 'unauthenticated', 'forbidden', 'rate_limited'],
    ...['internal', 'unavailable'],
    ...(scope === 'project' && !row.whilePaused ? ['paused'] : []),
    ...(inPath.length > 0 ? ['not_found'] : []),
    ...(kind === 'command' || !isGet || inPath.length > 1 ? ['conflict'] : []),
    ...(inPath.includes('lease') ? ['lease_lost'] : []),
    ...(readsBody || contract.accepts === 'file' ? ['too_large'] : []),
    ...(readsBody ? ['unsupported_media_type'] : []),
    ...(contract.accepts === 'file' ? ['invalid_lines'] : []),
    ...(acceptsIdempotencyKey ? ['idempotency_mismatch'] : []),
    ...contract.problems,
  ] as ErrorCode[]
}
