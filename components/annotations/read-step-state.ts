import type { WorkTarget } from '@/lib/annotations/work-targets'
import type { RatableRowState } from './rating-radio-group'

/** How the row of a step looks while a solution is rated. */
export function readStepState(
  currentTarget: WorkTarget,
  step: number,
  ratedCount: number,
  errorStep: number | null,
): RatableRowState {
  if (currentTarget.kind === 'step' && currentTarget.step === step) return 'current'
  if (step < ratedCount) return 'settled'
  return step === ratedCount && errorStep === null ? 'waiting' : 'later'
}
