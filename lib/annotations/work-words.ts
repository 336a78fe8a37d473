import type { FinishReason } from '@/lib/formats/record'
import { formatCount } from '@/lib/platform/format'
import { findError, listRatings } from './content'
import { listMissing } from './finish'
import type { WorkState } from './work-state'

/** Named one by one up to here. */
const maxNamed = 3

/** `6c`: the third option at the sixth step. */
export function nameOption(step: number, option: number): string {
  let letters = ''
  for (let rest = option; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(97 + (rest % 26)) + letters
  return `${step + 1}${letters}`
}

/** What stands on the submit button: what is still missing, or that nothing is. */
export function nameSubmit({ content, shape }: WorkState): string {
  const missing = listMissing(content, shape)
  if (missing.length === 0) return 'Submit'
  if (missing.some(({ kind }) => kind === 'rating'))
    return shape.flow === 'solution' ? 'Submit: first error or all steps' : 'Submit: the last step'
  const step = findError(content, shape)
  const options = missing.flatMap((one) => (one.kind === 'option' ? [one.option] : []))
  const questions = missing.flatMap(({ kind }) =>
    kind === 'explanation' ? ['mistake'] : kind === 'progress' ? ['progress'] : [],
  )
  const named =
    options.length > maxNamed
      ? [`${options.length} options at ${step + 1}`]
      : options.map((option) => nameOption(step, option))
  return `Submit: ${[...named, ...questions].join(', ')}`
}

/** What the receipt says. */
export function nameFinish({ content, shape }: WorkState, reason: FinishReason): string {
  switch (reason) {
    case 'solution':
      return shape.flow === 'solution' ? 'Submitted, no error found' : 'Submitted, a whole solution'
    case 'found_error':
      return `Submitted, first error at step ${findError(content, shape) + 1}`
    case 'give_up':
      return 'Given up'
    case 'bad_problem':
      return 'Reported as a bad problem'
  }
}

/** Where one is, for the map of steps. */
export function nameProgress({ content, shape, lit }: WorkState): string {
  const rated = listRatings(content, shape).length
  const step = lit.kind === 'done' ? Math.max(0, rated - 1) : lit.step
  return `Step ${formatCount(step + 1)} of ${formatCount(shape.stepCount)}`
}
