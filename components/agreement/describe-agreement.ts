import { formatCount, formatQuantity } from '@/lib/platform/format'
import type {
  AgreementFilters,
  AgreementReport,
  AgreementResult,
  GuidelinePublication,
  AgreementWeek,
} from './agreement'

/** How many steps are rated differently, and the most frequent difference. Null if no step has two ratings. */
export function describeRatingDisagreements({
  confusion,
  coLabelledSteps,
}: Pick<AgreementReport, 'confusion' | 'coLabelledSteps'>): string | null {
  const countConfused = (a: number, b: number) =>
    (confusion[a]?.[b] ?? 0) + (confusion[b]?.[a] ?? 0)
  const errors = countConfused(0, 1) + countConfused(0, 2)
  const neutralPositive = countConfused(1, 2)
  const total = errors + neutralPositive
  if (coLabelledSteps === 0) return null
  if (total === 0) return 'No step is rated differently.'
  const steps = `${formatQuantity(total, 'step')} rated differently`
  return neutralPositive >= errors
    ? `${steps}, ${formatCount(neutralPositive)} of them neutral vs positive.`
    : `${steps}, ${formatCount(errors)} of them negative by one annotator only.`
}

/** Which solutions the measures represent. */
export function describeAgreementSample(
  { sample }: AgreementResult,
  { sample: requestedSample, slices }: AgreementFilters,
): string {
  if (sample === 'random') return 'Random sample, unbiased for the whole pool.'
  if (slices !== undefined)
    return 'Only the selected kinds of solutions, not representative of others.'
  return requestedSample === 'auto'
    ? 'Based on all solutions, because the random sample has fewer than 20 with two annotations. Not all solutions were selected at random, so the results may be biased.'
    : 'Based on all solutions. Not all were selected at random, so the results may be biased.'
}

const exclusionLabels: Record<keyof AgreementResult['excluded'], string> = {
  unfinished: 'given up or bad problem',
  irregular: 'breaking the labelling rules',
  gold: 'gold',
  screening: 'screening',
  olderSteps: 'of earlier steps',
  stepChoice: 'step choice',
}

/** `Excluded annotations: 60 given up or bad problem, 2 gold.` Null if none is excluded. */
export function describeExcludedAnnotations({ excluded }: AgreementResult): string | null {
  const parts = (Object.keys(exclusionLabels) as (keyof typeof exclusionLabels)[])
    .filter((reason) => excluded[reason] > 0)
    .map((reason) => `${formatCount(excluded[reason])} ${exclusionLabels[reason]}`)
  return parts.length === 0 ? null : `Excluded annotations: ${parts.join(', ')}.`
}

/** Claims a rise or fall only if the intervals of the first and the last week don't overlap. */
export function formatWeeklyAgreementTitle(
  weeks: readonly AgreementWeek[],
  guidelines: readonly GuidelinePublication[],
): string {
  const measuredWeeks = weeks.filter(({ exact }) => exact.low !== null && exact.high !== null)
  const [first, last] = [measuredWeeks[0], measuredWeeks.at(-1)]
  if (!first || !last || measuredWeeks.length < 2) return 'Agreement by week'
  const isHigher = last.exact.low! > first.exact.high!
  if (!isHigher && last.exact.high! >= first.exact.low!) return 'Agreement by week'
  const verb = isHigher ? 'rose' : 'fell'
  const versionsBetween = guidelines.filter(
    ({ publishedAt }) =>
      publishedAt.slice(0, 10) > first.week && publishedAt.slice(0, 10) <= lastDayOf(last.week),
  )
  // With two versions in between, either may be the cause.
  return versionsBetween.length === 1
    ? `Agreement ${verb} with guideline v${versionsBetween[0]!.version}`
    : `Agreement ${verb}`
}

const lastDayOf = (week: string) =>
  new Date(Date.parse(`${week}T00:00:00Z`) + 6 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
