import {
  formatCount,
  formatDay,
  formatInstant,
  formatQuantity,
  formatShortDuration,
} from '@/lib/platform/format'
import { formatPercentRange, formatRoundedPercent } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import type { AnnotatorPause, PersonSummary, PersonDetail } from './person'

/** Formats a probability, without rounding to 0% or 100%: `over 99%`. */
export function formatProbabilityBound(probability: number): string {
  if (probability > 0.995) return 'over 99%'
  return probability < 0.005 ? 'under 1%' : formatRoundedPercent(probability)
}

/** Formats a part of a total: `3 of 40 (8%)`; `3 of 7` if there are too few for a rate. */
export function formatCountOfTotal(part: number, total: number): string {
  if (total === 0) return 'none yet'
  const counts = `${formatCount(part)} of ${formatCount(total)}`
  return total < minCountForRate ? counts : `${counts} (${formatRoundedPercent(part / total)})`
}

/** `2 h 05 min`, `12 min`. */
export function formatHoursAndMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** What a reviewer should look at; empty if there are no warnings. */
export function listPersonWarnings({ pausedAt, gold, work }: PersonSummary): string[] {
  return [
    pausedAt !== null && 'paused',
    gold.isDrifting && 'accuracy dropped',
    work.tooFast > 0 && `${formatQuantity(work.tooFast, 'annotation')} too fast`,
  ].filter((warning) => warning !== false)
}

/** The summary under the person's name. */
export function describePerson({ person, pauseBelow }: PersonDetail): string {
  const { work, gold } = person
  const parts = [
    formatQuantity(work.annotations, 'annotation'),
    ...(work.annotations > 0 ? [`${formatHoursAndMinutes(work.activeMs)} active`] : []),
    ...(work.medianStepMs === null ? [] : [`${formatShortDuration(work.medianStepMs)} per step`]),
    describeGoldRecord(gold),
  ]
  const sentences = [parts.join(' · ')]
  if (gold.isDrifting && gold.worseProbability !== null)
    sentences.push(
      `Accuracy dropped in the last ${gold.recent.answers} gold answers (probability ${formatProbabilityBound(gold.worseProbability)}).`,
    )
  if (pauseBelow !== null && gold.underProbability !== null && gold.counted.answers > 0)
    sentences.push(
      `Probability of being below ${formatRoundedPercent(pauseBelow)}: ${formatProbabilityBound(gold.underProbability)} (paused at 95%).`,
    )
  return sentences.join(' · ')
}

function describeGoldRecord({ answers, exact, posterior }: PersonSummary['gold']): string {
  if (answers === 0) return 'no gold labelled yet (screening not counted)'
  const counts = `${exact} of ${formatQuantity(answers, 'gold answer')} exact`
  return answers < minCountForRate ? counts : `${counts} (95% CI ${formatPercentRange(posterior)})`
}

const midnight = 'T00:00:00.000Z'

/** `3 Nov 2026, 14:05 UTC`; only the day if the time is hidden from the reader. */
export const formatInstantOmittingMidnight = (instant: string) =>
  instant.endsWith(midnight) ? formatDay(instant) : `${formatInstant(instant)} UTC`

/** The hint at the time from which annotations are withdrawn. */
export function describeWithdrawalStart(
  start: PersonDetail['withdrawalStart'],
  isByWeek: boolean,
): string | undefined {
  const sentences = [
    ...(isByWeek
      ? [
          'From Monday 00:00. Reviewers can choose only whole weeks: days could reveal who made an annotation.',
        ]
      : []),
    ...(start ? [describeStartReason(start, isByWeek)] : []),
  ]
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

function describeStartReason(
  { at, reason }: NonNullable<PersonDetail['withdrawalStart']>,
  isByWeek: boolean,
): string {
  // A choice of weeks displays the default itself.
  const time = isByWeek ? '' : `, ${formatInstantOmittingMidnight(at)}`
  switch (reason) {
    case 'accuracy_drop':
      return `Default: when their accuracy dropped${time}.`
    case 'last_pause':
      return `Default: when their last pause ended${time}. No drop in accuracy was detected.`
    case 'first_submission':
      return `Default: their first submission${time}. No drop in accuracy was detected.`
  }
}

/** Who paused the annotator, and why. */
export function describePauseCause({
  by,
  answers,
  exact,
  threshold,
  probability,
}: AnnotatorPause): string {
  if (by !== null) return `By ${by}`
  if (answers === null || exact === null || threshold === null || probability === null)
    return 'Automatic'
  return `Automatic: ${exact} of ${formatQuantity(answers, 'gold answer')} exact, below ${formatRoundedPercent(threshold)} with probability ${formatProbabilityBound(probability)}`
}

/** How a pause ended. */
export function describePauseEnd({
  endedAt,
  endedBy,
  withdrawn,
  withdrawnSince,
}: AnnotatorPause): string {
  if (endedAt === null) return 'not yet'
  const endText = `${formatInstant(endedAt)} UTC, by ${endedBy ?? 'someone'}`
  if (withdrawn === null || withdrawnSince === null) return endText
  return `${endText}; ${formatQuantity(withdrawn, 'annotation')} since ${formatInstant(withdrawnSince)} UTC withdrawn`
}
