import { createHash } from 'node:crypto'
import { normalizeStatement } from '../normalize-statement'

/** By this a held-out list knows a problem. */
export function hashStatement(statement: string): Buffer {
  return createHash('sha256').update(normalizeStatement(statement)).digest()
}

/** By this a problem is drawn for a split: the same on every machine, for ever. */
export function hashForSplit(seed: string, statementHash: Uint8Array): Buffer {
  return createHash('sha256').update(seed).update('\0').update(statementHash).digest()
}
