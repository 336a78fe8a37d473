import type { FinishReason } from '@/lib/formats/record'
import {
  findError,
  listOptionRatings,
  listRatings,
  readReadyReason,
  type WorkState,
} from './work-state'

/** Named one by one up to here. */
const maxNamed = 3

/** `6c`: the third alternative at the sixth step. */
export function nameOption(step: number, option: number): string {
  let letters = ''
  for (let rest = option; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(97 + (rest % 26)) + letters
  return `${step + 1}${letters}`
}

/** What stands on the submit button: what is still missing, or that nothing is. */
export function nameSubmit(state: WorkState): string {
  if (readReadyReason(state)) return 'Submit'
  const step = findError(state)
  if (step === -1) return 'Submit: first error or all steps'
  const missing = listOptionRatings(state).flatMap((rating, option) =>
    rating === null ? [nameOption(step, option)] : [],
  )
  return missing.length > maxNamed
    ? `Submit: ${missing.length} options at ${step + 1}`
    : `Submit: ${missing.join(', ')}`
}

/** What the receipt says. */
export function nameFinish(state: WorkState, reason: FinishReason): string {
  switch (reason) {
    case 'solution':
      return 'Submitted, no error found'
    case 'found_error':
      return `Submitted, first error at step ${findError(state) + 1}`
    case 'give_up':
      return 'Given up'
    case 'bad_problem':
      return 'Reported as a bad problem'
  }
}

/** Where one is, for the map of steps. */
export function nameProgress(state: WorkState): string {
  const { stepCount } = state.shape
  const { lit } = state
  const step = lit.kind === 'step' ? lit.step : Math.max(0, listRatings(state).length - 1)
  return `Step ${(step + 1).toLocaleString('en')} of ${stepCount.toLocaleString('en')}`
}
