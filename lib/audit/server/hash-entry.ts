import { createHash } from 'node:crypto'

/** An entry as the chain hashes it; `at` as `2026-11-22T10:00:00.000000Z`. */
export interface HashedAuditEntry {
  chain: string
  sequence: number
  at: string
  projectId: string | null
  actor: string
  action: string
  target: string
  detail: string
  requestId: string
}

/**
 * Computes the same hash as the database's `audit_hash`, because someone who can change entries could also change that
 * function.
 *
 * @param previous hash of the previous entry; empty for the first
 */
export function hashAuditEntry(previous: Uint8Array, entry: HashedAuditEntry): Buffer {
  const { chain, sequence, at, projectId, actor, action, target, detail, requestId } = entry
  const values = [chain, sequence, at, projectId, actor, action, target, detail, requestId]
  // Spaced like PostgreSQL's json_build_array.
  const text = `[${values.map((value) => JSON.stringify(value)).join(', ')}]`
  return createHash('sha256').update(previous).update(text).digest()
}
