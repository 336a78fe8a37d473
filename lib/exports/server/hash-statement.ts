import { createHash } from 'node:crypto'
import { normaliseStatement } from '../normalise-statement'

/** How a held-out list identifies a problem. */
export function hashStatement(statement: string): Buffer {
  return createHash('sha256').update(normaliseStatement(statement)).digest()
}

/** The hash that assigns a problem to a split, the same on every machine. */
export function hashStatementForSplit(seed: string, statementHash: Uint8Array): Buffer {
  return createHash('sha256').update(seed).update('\0').update(statementHash).digest()
}
