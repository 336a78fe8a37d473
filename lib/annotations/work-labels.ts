import type { FinishReason } from '@/lib/formats/record'
import { formatCount } from '@/lib/platform/format'
import { findFirstErrorStep, listRatingsThatCount } from './content'
import { listMissingAnswers } from './finish-reason'
import type { WorkState } from './work-state'

/** Up to this many options are named one by one. */
const maxNamedOptions = 3

/** `6c`: the third option at the sixth step. */
export function formatOptionName(step: number, option: number): string {
  let letters = ''
  for (let remaining = option; remaining >= 0; remaining = Math.floor(remaining / 26) - 1)
    letters = String.fromCharCode(97 + (remaining % 26)) + letters
  return `${step + 1}${letters}`
}

/** The label of the submit button: names the answers that are missing at the first error. */
export function formatSubmitLabel({ content, shape }: WorkState, verb = 'Submit'): string {
  const missingAnswers = listMissingAnswers(content, shape).filter(({ kind }) => kind !== 'options')
  const step = findFirstErrorStep(content, shape)
  if (missingAnswers.length === 0 || step === null) return verb
  const options = missingAnswers.flatMap((answer) =>
    answer.kind === 'option' ? [answer.option] : [],
  )
  const questions = missingAnswers.flatMap(({ kind }) =>
    kind === 'explanation' ? ['explanation'] : kind === 'progress' ? ['progress'] : [],
  )
  const optionNames =
    options.length > maxNamedOptions
      ? [`${options.length} options at ${step + 1}`]
      : options.map((option) => formatOptionName(step, option))
  return `${verb} (missing: ${[...optionNames, ...questions].join(', ')})`
}

/** The tooltip of the submit button while ratings are missing; undefined otherwise. */
export function formatSubmitHint({ content, shape }: WorkState): string | undefined {
  if (!listMissingAnswers(content, shape).some(({ kind }) => kind === 'rating')) return undefined
  return shape.flow === 'solution'
    ? 'Rate every step or mark the first error'
    : 'Choose every step up to the final answer'
}

/**
 * The texts of the receipt, after "Last solution:": `sending` until the server replies, `sent` once it has the submission, and
 * `unsent` while it can't be reached.
 */
export interface ReceiptTexts {
  sending: string
  sent: string
  unsent: string
}

export const skipReceipt: ReceiptTexts = {
  sending: 'skipping…',
  sent: 'skipped',
  unsent: 'skipped, not sent yet',
}

/** The receipt of a submission that the server had before the page was opened. `ratedCount`: its rated steps. */
export function formatEarlierReceipt(reason: FinishReason, ratedCount: number): string {
  if (reason === 'found_error') return `submitted, first error at step ${ratedCount}`
  return reason === 'solution' ? 'submitted' : earlyEndReceipts[reason]
}

const earlyEndReceipts = { give_up: 'given up', bad_problem: 'reported as a bad problem' }

export function formatSubmitReceipt(state: WorkState, reason: FinishReason): ReceiptTexts {
  const sending = 'submitting…'
  switch (reason) {
    case 'give_up':
      return { sending, sent: earlyEndReceipts[reason], unsent: 'given up, not sent yet' }
    case 'bad_problem':
      return { sending, sent: earlyEndReceipts[reason], unsent: 'bad problem, not sent yet' }
    case 'solution':
    case 'found_error': {
      const result = describeSubmission(state, reason)
      return { sending, sent: `submitted, ${result}`, unsent: `not sent yet, ${result}` }
    }
  }
}

function describeSubmission(
  { content, shape }: WorkState,
  reason: 'solution' | 'found_error',
): string {
  if (reason === 'found_error')
    return `first error at step ${findFirstErrorStep(content, shape)! + 1}`
  return shape.flow === 'solution' ? 'no error found' : 'solution complete'
}

/** The position for the step map. */
export function formatCurrentStepPosition({ content, shape, currentTarget }: WorkState): string {
  const ratedCount = listRatingsThatCount(content, shape).length
  const step = currentTarget.kind === 'done' ? Math.max(0, ratedCount - 1) : currentTarget.step
  return `Step ${formatCount(step + 1)} of ${formatCount(shape.stepCount)}`
}
