import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { type LockedDecision, lockDecisions } from './decisions.sql'

export function makeDecisionNotFoundError(decision: number): AppError {
  return new AppError('not_found', `Decision ${decision} does not exist or was discarded.`)
}

/** Locks a decision. Throws `not_found`. */
export async function lockDecision(
  db: Transaction,
  projectId: string,
  decision: number,
): Promise<LockedDecision> {
  const [row] = await lockDecisions(db, projectId, [decision])
  if (!row) throw makeDecisionNotFoundError(decision)
  return row
}

/** Locks a draft decision. Throws `conflict` if it is published. */
export async function lockDecisionDraft(
  db: Transaction,
  projectId: string,
  decision: number,
): Promise<LockedDecision> {
  const row = await lockDecision(db, projectId, decision)
  if (row.state === 'published')
    throw new AppError(
      'conflict',
      `Decision ${decision} is part of version ${row.guidelineVersion} of the guideline and can’t be changed. Create a new decision, or change the guideline.`,
    )
  return row
}
