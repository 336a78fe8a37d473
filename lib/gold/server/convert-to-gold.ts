import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import type { GoldOrigin } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { closeFreeSlotsOfGold, reopenClosedSlots } from '@/lib/rounds/server/close-slots.sql'
import { type KnownAnswer, deleteGold, storeGoldFromPerson } from './gold.sql'

/**
 * Makes a solution gold and removes it from ordinary work. Returns the number of closed slots. The solution must be
 * locked.
 */
export async function convertSolutionToGold(
  db: Transaction,
  solutionKey: SolutionKey,
  gold: KnownAnswer & { origin: GoldOrigin; userId: string },
): Promise<number> {
  const closedSlots = await closeFreeSlotsOfGold(db, solutionKey)
  const explanation = gold.explanation?.trim() || null
  await storeGoldFromPerson(db, solutionKey, { ...gold, explanation })
  return closedSlots
}

/**
 * Removes gold; with `origin`, only gold of this origin. Reopens the slots that gold closed and returns their number;
 * null if there was no such gold.
 */
export async function removeGoldAndReopenSlots(
  db: Transaction,
  solutionKey: SolutionKey,
  origin: GoldOrigin | null = null,
): Promise<number | null> {
  return (await deleteGold(db, solutionKey, origin)) ? reopenClosedSlots(db, solutionKey) : null
}
