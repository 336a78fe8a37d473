import type { Transaction } from '@/lib/platform/server/database'
import { findGold, moveGold } from '@/lib/quality/server/gold.sql'
import { mapFirstErrors } from '../map-gold'
import type { StepMap } from '../repair-steps'
import { endGold, withdrawStanding } from './adjudication-gold'
import { findStanding } from './adjudications.sql'
import type { SolutionPlace } from './lock-solution.sql'

/** What a repair does to what is known of a solution. */
export type GoldEffect = 'none' | 'kept' | 'ended'

interface GoldPlan {
  effect: GoldEffect
  /** By their new numbers, where it is kept. */
  firstErrors: number[]
}

/** Gold of an adjudication ends with it: the steps that it speaks of are no more. */
export async function planGold(
  db: Transaction,
  place: SolutionPlace,
  map: StepMap,
): Promise<GoldPlan> {
  const known = (await findGold(db, place.projectId, [place.solutionId])).get(place.solutionId)
  if (!known) return { effect: 'none', firstErrors: [] }
  const mapped = mapFirstErrors(known.firstErrors, map)
  const endsWithRuling = (await findStanding(db, place))?.madeGold === true
  if (mapped === null || endsWithRuling) return { effect: 'ended', firstErrors: [] }
  return { effect: 'kept', firstErrors: mapped }
}

/** Ends the ruling of the steps, and keeps what is known of them right. Call it with the solution locked. */
export async function repairGold(
  db: Transaction,
  place: SolutionPlace,
  map: StepMap,
): Promise<GoldEffect> {
  const { effect, firstErrors } = await planGold(db, place, map)
  await withdrawStanding(db, place)
  if (effect === 'kept') await moveGold(db, place, firstErrors)
  if (effect === 'ended') await endGold(db, place)
  return effect
}
