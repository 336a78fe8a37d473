import type { Rating } from '@/lib/formats/record'
import type { Transaction } from '@/lib/platform/server/database'
import { insertGold, removeGold } from '@/lib/quality/server/gold.sql'
import { closePlacesOf, givePlacesBack } from '@/lib/rounds/server/close-places.sql'
import { endAdjudication, findStanding, type StandingAdjudication } from './adjudications.sql'
import type { SolutionPlace } from './lock-solution.sql'

/** Makes a solution gold by its final ratings, and takes it out of ordinary work. Returns how many places that closed. */
export async function makeGold(
  db: Transaction,
  { projectId, solutionId }: SolutionPlace,
  { ratings, note }: { ratings: readonly Rating[]; note: string },
): Promise<number> {
  const firstErrors = ratings.at(-1) === -1 ? [ratings.length - 1] : []
  const explanation = note.trim() || null
  await insertGold(db, { projectId, importId: null }, [{ solutionId, firstErrors, explanation }])
  return closePlacesOf(db, { projectId, solutionId })
}

/** Ends the adjudication that stands, and the gold that it made. Call it with the solution locked. */
export async function withdrawStanding(
  db: Transaction,
  place: SolutionPlace,
): Promise<StandingAdjudication | null> {
  const standing = await findStanding(db, place)
  if (!standing) return null
  await endAdjudication(db, place.projectId, standing.adjudication)
  if (standing.madeGold) {
    await removeGold(db, place)
    await givePlacesBack(db, place, standing.closedPlaces)
  }
  return standing
}
