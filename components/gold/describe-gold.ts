import { capitalise, formatCount, formatQuantity } from '@/lib/platform/format'
import type { GoldAnswerCounts, GoldItem, GoldOrigin, GoldSolution } from './gold'

export const goldOriginLabels = {
  imported: 'imported',
  marked: 'marked',
  adjudicated: 'adjudicated',
  consensus: 'agreed',
} as const satisfies Record<GoldOrigin, string>

/** `Marked by Ada`; `Agreed on by annotators, accepted by Ada`. */
export function describeGoldOrigin({
  origin,
  by,
}: {
  origin: GoldOrigin
  by: string | null
}): string {
  if (origin === 'consensus')
    return `Agreed on by annotators${by === null ? '' : `, accepted by ${by}`}`
  return `${capitalise(goldOriginLabels[origin])}${by === null ? '' : ` by ${by}`}`
}

/** `first error at step 3 or 4`; `no error`. Steps are 0-based. */
export function formatFirstErrors(firstErrors: readonly number[]): string {
  if (firstErrors.length === 0) return 'no error'
  const steps = firstErrors.map((step) => formatCount(step + 1))
  const stepList =
    steps.length === 1 ? steps[0] : `${steps.slice(0, -1).join(', ')} or ${steps.at(-1)}`
  return `first error at step ${stepList}`
}

/** `First error at step 3 of 7 steps` or `No error in 7 steps`. */
export function describeGoldFirstErrors(firstErrors: readonly number[], stepCount: number): string {
  const errorText = formatFirstErrors(firstErrors)
  const preposition = firstErrors.length === 0 ? 'in' : 'of'
  return `${errorText.charAt(0).toUpperCase()}${errorText.slice(1)} ${preposition} ${formatQuantity(stepCount, 'step')}`
}

const countGoldAnswers = (answers: GoldAnswerCounts) =>
  Object.values(answers).reduce((sum, count) => sum + count, 0)

/** `7 of 9 exact, 1 missed; screening: 2 of 3 exact`; null without answers. */
export function describeGoldAnswers({
  answers,
  screeningAnswers,
}: Pick<GoldItem, 'answers' | 'screeningAnswers'>): string | null {
  const parts = [
    countGoldAnswers(answers) > 0 && formatGoldAnswers(answers),
    countGoldAnswers(screeningAnswers) > 0 && `screening: ${formatGoldAnswers(screeningAnswers)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join('; ')
}

function formatGoldAnswers(answers: GoldAnswerCounts): string {
  const { near, missed, verdict, falseAlarm, unanswered } = answers
  const parts = [
    near > 0 && `${formatCount(near)} off by one step`,
    verdict > 0 && `${formatCount(verdict)} at another step`,
    missed > 0 && `${formatCount(missed)} missed`,
    falseAlarm > 0 && formatQuantity(falseAlarm, 'false alarm'),
    unanswered > 0 && `${formatCount(unanswered)} skipped`,
  ].filter((part) => part !== false)
  const total = countGoldAnswers(answers)
  return [`${formatCount(answers.exact)} of ${formatCount(total)} exact`, ...parts].join(', ')
}

/** The line under the title of a gold solution. */
export function describeGold(
  { gold, externalId, refusal, ...counts }: GoldSolution,
  canChange: boolean,
): string {
  const name = externalId === null ? 'This solution' : `Solution ${externalId}`
  if (refusal !== null) return `${name} can’t be gold. ${refusal}`
  if (gold === null)
    return canChange
      ? `${name} is not gold. Select its first error, or no error, to make it gold. Gold leaves the queue and is served now and then, unmarked.`
      : `${name} is not gold. Admins can make it gold here. If annotators disagree on it, you can make it gold when you adjudicate it.`
  const answersText = describeGoldAnswers(counts) ?? 'no one has answered it since it became gold'
  return `${name} is gold: ${formatFirstErrors(gold.firstErrors)}. ${answersText.charAt(0).toUpperCase()}${answersText.slice(1)}.`
}

/** How many finished annotations and gold answers select this step as the first error; null if none do. */
export function describeFirstErrorCounts(
  firstErrorCounts: GoldSolution['firstErrorCounts'],
  step: number | null,
): string | null {
  const counts = firstErrorCounts.find(({ error }) => error === step)
  if (!counts) return null
  const parts = [
    counts.work > 0 && formatQuantity(counts.work, 'annotation'),
    counts.answers > 0 && formatQuantity(counts.answers, 'answer'),
  ].filter((part) => part !== false)
  const total = counts.work + counts.answers
  const predicate =
    step === null
      ? total === 1
        ? 'finds no error'
        : 'find no error'
      : total === 1
        ? 'selects this step'
        : 'select this step'
  return `${parts.join(' and ')} ${predicate}`
}
