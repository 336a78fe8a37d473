import type { Transaction } from '@/lib/platform/server/database'
import { findGold, moveGold } from '@/lib/quality/server/gold.sql'
import { mapFirstErrors } from '../map-gold'
import type { StepMap } from '../repair-steps'
import { endGold, withdrawCurrent } from './adjudication-gold'
import { findCurrentAdjudication } from './adjudications.sql'
import type { SolutionKey } from './lock-solution.sql'

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
  solutionKey: SolutionKey,
  map: StepMap,
): Promise<GoldPlan> {
  const known = (await findGold(db, solutionKey.projectId, [solutionKey.solutionId])).get(
    solutionKey.solutionId,
  )
  if (!known) return { effect: 'none', firstErrors: [] }
  const mapped = mapFirstErrors(known.firstErrors, map)
  const endsWithAdjudication = (await findCurrentAdjudication(db, solutionKey))?.madeGold === true
  if (mapped === null || endsWithAdjudication) return { effect: 'ended', firstErrors: [] }
  return { effect: 'kept', firstErrors: mapped }
}

/** Ends the ruling of the steps, and keeps what is known of them right. Call it with the solution locked. */
export async function repairGold(
  db: Transaction,
  solutionKey: SolutionKey,
  map: StepMap,
): Promise<GoldEffect> {
  const { effect, firstErrors } = await planGold(db, solutionKey, map)
  await withdrawCurrent(db, solutionKey)
  if (effect === 'kept') await moveGold(db, solutionKey, firstErrors)
  if (effect === 'ended') await endGold(db, solutionKey)
  return effect
}
