import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import { removeGoldAndReopenSlots } from '@/lib/gold/server/convert-to-gold'
import type { Transaction } from '@/lib/platform/server/database'
import {
  type CurrentAdjudication,
  findCurrentAdjudication,
  markAdjudicationWithdrawn,
} from './adjudications.sql'

/** Withdraws the current adjudication and the gold that it created. The solution must be locked. */
export async function withdrawAdjudicationAndGold(
  db: Transaction,
  solutionKey: SolutionKey,
): Promise<CurrentAdjudication | null> {
  const current = await findCurrentAdjudication(db, solutionKey)
  if (!current) return null
  await markAdjudicationWithdrawn(db, solutionKey.projectId, current.adjudication)
  if (current.madeGold) await removeGoldAndReopenSlots(db, solutionKey, 'adjudicated')
  return current
}
