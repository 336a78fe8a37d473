import type { Rating } from '@/lib/formats/record'
import type { GoldOrigin } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { type GoldAnswer, removeGold, storeGold } from '@/lib/quality/server/gold.sql'
import { closePlacesOf, givePlacesBack } from '@/lib/rounds/server/close-places.sql'
import { endAdjudication, findStanding, type StandingAdjudication } from './adjudications.sql'
import type { SolutionPlace } from './lock-solution.sql'

/**
 * Makes a solution gold, and takes it out of ordinary work. Returns how many places that closed. Call it with the solution
 * locked.
 */
export async function makeGold(
  db: Transaction,
  place: SolutionPlace,
  gold: GoldAnswer & { origin: GoldOrigin; userId: string },
): Promise<number> {
  const closedPlaces = await closePlacesOf(db, place)
  const explanation = gold.explanation?.trim() || null
  await storeGold(db, place, { ...gold, explanation })
  return closedPlaces
}

/** Ends gold; with `origin`, only such. Places that it closed open again: returns how many; null where there is none. */
export async function endGold(
  db: Transaction,
  place: SolutionPlace,
  origin: GoldOrigin | null = null,
): Promise<number | null> {
  return (await removeGold(db, place, origin)) ? givePlacesBack(db, place) : null
}

/** The first errors that final ratings say. */
export const readFirstErrors = (ratings: readonly Rating[]) =>
  ratings.at(-1) === -1 ? [ratings.length - 1] : []

/** Ends the adjudication that stands, and the gold that it made. Call it with the solution locked. */
export async function withdrawStanding(
  db: Transaction,
  place: SolutionPlace,
): Promise<StandingAdjudication | null> {
  const standing = await findStanding(db, place)
  if (!standing) return null
  await endAdjudication(db, place.projectId, standing.adjudication)
  if (standing.madeGold) await endGold(db, place, 'adjudicated')
  return standing
}
