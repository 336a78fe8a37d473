import { getAnnotatorName } from '@/components/reviews/describe-review'
import type { ComparedAnnotation, Comparison } from '@/components/reviews/review'
import { formatStepsBefore } from '@/lib/agreement/disagreement'
import { formatCount } from '@/lib/platform/format'
import { formatLimitedCount } from '@/lib/platform/max-counted-list-items'

/** Where annotations agree and disagree, in one to three sentences. */
export function describeComparison({ annotations, disagreement, stepCount }: Comparison): string {
  const comparedAnnotations = annotations.filter(({ isCompared }) => isCompared)
  if (annotations.length === 0)
    return 'No submitted annotations of these steps. Returned annotations appear here when they are submitted again.'
  if (comparedAnnotations.length === 0) return 'No finished annotations of these steps.'
  if (comparedAnnotations.length === 1)
    return 'Only one finished annotation, so there is nothing to compare. Returned annotations appear here when they are submitted again.'
  const subject =
    comparedAnnotations.length === 2
      ? 'They'
      : `${formatCount(comparedAnnotations.length)} annotators`
  if (disagreement === null)
    return `${subject} agree on ${stepCount === 1 ? 'the step' : 'every step'}.`
  const { firstStep } = disagreement
  const agreedSteps = formatStepsBefore(firstStep)
  const sentence = agreedSteps
    ? `${subject} agree on ${agreedSteps}. First disagreement at step ${firstStep + 1}.`
    : 'First disagreement at step 1.'
  const [first, second] = comparedAnnotations
  const errors = comparedAnnotations.length === 2 ? ` ${describeErrors(first!, second!)}` : ''
  return `${sentence}${errors}`
}

function describeErrors(first: ComparedAnnotation, second: ComparedAnnotation): string {
  const [a, b] = [getAnnotatorName(first), getAnnotatorName(second)]
  if (first.error === null && second.error === null) return 'Neither finds an error.'
  if (first.error === null)
    return `${b} finds the first error at step ${second.error! + 1}; ${a} finds no error.`
  if (second.error === null)
    return `${a} finds the first error at step ${first.error + 1}; ${b} finds no error.`
  return first.error === second.error
    ? `Both find the first error at step ${first.error + 1}.`
    : `${a} finds the first error at step ${first.error + 1}, ${b} at step ${second.error + 1}.`
}

/** `11 disagreements, most important first.` */
export function describeDisagreementCount(count: number): string {
  if (count === 0) return 'No disagreements.'
  return count === 1
    ? '1 disagreement.'
    : `${formatLimitedCount(count)} disagreements, most important first.`
}

/** Who will read the note of an adjudication. `explainsGold`: annotators see the explanations of gold. */
export function describeNoteReaders(isGold: boolean, explainsGold: boolean): string {
  if (!isGold) return 'Only reviewers see the note.'
  return explainsGold
    ? 'This note becomes the explanation of the gold answer. Annotators see it after they submit.'
    : 'This note becomes the explanation of the gold answer. Annotators see it only if “Show answers afterwards” is on in Settings.'
}

/** Confirms an adjudication. */
export function formatAdjudicationConfirmation(error: number | null, isGold: boolean): string {
  const outcome = error === null ? 'no error' : `first error at step ${formatCount(error + 1)}`
  return `Adjudicated: ${outcome}.${isGold ? ' The solution is gold.' : ''}`
}
