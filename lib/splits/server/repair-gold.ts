import { findCurrentAdjudication } from '@/lib/adjudication/server/adjudications.sql'
import { withdrawAdjudicationAndGold } from '@/lib/adjudication/server/withdraw-adjudication'
import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import { removeGoldAndReopenSlots } from '@/lib/gold/server/convert-to-gold'
import { findKnownAnswers, renumberGoldErrors } from '@/lib/gold/server/gold.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { mapFirstErrorsToRepairedSteps } from '../map-first-errors'
import type { StepRangeReplacement } from '../repair-steps'

/** What a repair does to gold. */
export type RepairEffectOnGold = 'none' | 'kept' | 'ended'

interface GoldPlan {
  effect: RepairEffectOnGold
  /** With the new step numbers, if gold is kept. */
  firstErrors: number[]
}

/** Gold from an adjudication ends with the adjudication, whose steps no longer exist. */
export async function planGoldRepair(
  db: Transaction,
  solutionKey: SolutionKey,
  replacement: StepRangeReplacement,
): Promise<GoldPlan> {
  const gold = (await findKnownAnswers(db, solutionKey.projectId, [solutionKey.solutionId])).get(
    solutionKey.solutionId,
  )
  if (!gold) return { effect: 'none', firstErrors: [] }
  const mapped = mapFirstErrorsToRepairedSteps(gold.firstErrors, replacement)
  const endsWithAdjudication = (await findCurrentAdjudication(db, solutionKey))?.madeGold === true
  if (mapped === null || endsWithAdjudication) return { effect: 'ended', firstErrors: [] }
  return { effect: 'kept', firstErrors: mapped }
}

/** Withdraws the adjudication of the old steps, and moves gold to the new ones or ends it. The solution must be locked. */
export async function moveGoldToRepairedSteps(
  db: Transaction,
  solutionKey: SolutionKey,
  replacement: StepRangeReplacement,
): Promise<RepairEffectOnGold> {
  const { effect, firstErrors } = await planGoldRepair(db, solutionKey, replacement)
  await withdrawAdjudicationAndGold(db, solutionKey)
  if (effect === 'kept') await renumberGoldErrors(db, solutionKey, firstErrors)
  if (effect === 'ended') await removeGoldAndReopenSlots(db, solutionKey)
  return effect
}
