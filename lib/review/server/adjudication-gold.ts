import { findFirstError } from '@/lib/formats/annotation-rules'
import type { Rating } from '@/lib/formats/record'
import type { GoldOrigin } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { type KnownAnswer, deleteGold, storeGoldOfPerson } from '@/lib/quality/server/gold.sql'
import { closeFreeSlots, reopenClosedSlots } from '@/lib/rounds/server/close-slots.sql'
import {
  markAdjudicationWithdrawn,
  findCurrentAdjudication,
  type CurrentAdjudication,
} from './adjudications.sql'
import type { SolutionKey } from './lock-solution.sql'

/**
 * Makes a solution gold and removes it from ordinary work. Returns the number of closed slots. The solution must be
 * locked.
 */
export async function convertSolutionToGold(
  db: Transaction,
  solutionKey: SolutionKey,
  gold: KnownAnswer & { origin: GoldOrigin; userId: string },
): Promise<number> {
  const closedSlots = await closeFreeSlots(db, solutionKey)
  const explanation = gold.explanation?.trim() || null
  await storeGoldOfPerson(db, solutionKey, { ...gold, explanation })
  return closedSlots
}

/**
 * Removes gold; with `origin`, only gold of this origin. Reopens the slots that gold closed and returns their number;
 * null if the solution is not gold.
 */
export async function removeGoldAndReopenSlots(
  db: Transaction,
  solutionKey: SolutionKey,
  origin: GoldOrigin | null = null,
): Promise<number | null> {
  return (await deleteGold(db, solutionKey, origin)) ? reopenClosedSlots(db, solutionKey) : null
}

/** The first errors according to final ratings. */
export function listFirstErrorsOfRatings(ratings: readonly Rating[]): number[] {
  const error = findFirstError(ratings)
  return error === null ? [] : [error]
}

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
