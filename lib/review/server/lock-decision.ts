import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { type LockedDecision, lockDecisions } from './decisions.sql'

export function makeDecisionNotFound(decision: number): AppError {
  return new AppError(
    'not_found',
    `There is no decision ${decision} in this project, or it was taken back.`,
  )
}

/** A decision, locked. Throws `not_found`. */
export async function lockDecision(
  db: Transaction,
  projectId: string,
  decision: number,
): Promise<LockedDecision> {
  const [row] = await lockDecisions(db, projectId, [decision])
  if (!row) throw makeDecisionNotFound(decision)
  return row
}

/** The same, while it may be changed. Throws `conflict` once it is published. */
export async function lockDraft(
  db: Transaction,
  projectId: string,
  decision: number,
): Promise<LockedDecision> {
  const row = await lockDecision(db, projectId, decision)
  if (row.state === 'published')
    throw new AppError(
      'conflict',
      `Decision ${decision} is part of version ${row.guidelineVersion} of the guideline, which stays as it was read. Nothing was changed: make a new decision, or change the guideline.`,
    )
  return row
}
