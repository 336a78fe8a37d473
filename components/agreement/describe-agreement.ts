import { formatCount, formatQuantity } from '@/lib/platform/format'
import type {
  AgreementFilters,
  AgreementReport,
  AgreementResult,
  GuidelinePublication,
  AgreementWeek,
} from './agreement'

/** What steps are rated differently about, or null if no step has two ratings. */
export function describeRatingDisagreements({
  confusion,
  coLabelledSteps,
}: Pick<AgreementReport, 'confusion' | 'coLabelledSteps'>): string | null {
  const countBoth = (a: number, b: number) => (confusion[a]?.[b] ?? 0) + (confusion[b]?.[a] ?? 0)
  const errors = countBoth(0, 1) + countBoth(0, 2)
  const neutralPositive = countBoth(1, 2)
  const all = errors + neutralPositive
  if (coLabelledSteps === 0) return null
  if (all === 0) return 'No step is rated differently.'
  const steps = `${formatQuantity(all, 'step')} rated differently`
  return neutralPositive >= errors
    ? `${steps}, ${formatCount(neutralPositive)} of them neutral vs positive.`
    : `${steps}, ${formatCount(errors)} of them negative by one annotator only.`
}

/** Which solutions the measures represent. */
export function describeAgreementSample(
  { sample }: AgreementResult,
  { sample: requested, slices }: AgreementFilters,
): string {
  if (sample === 'random') return 'Random sample, unbiased for the whole pool.'
  if (slices !== undefined) return 'Selected slices only, not representative of other solutions.'
  return requested === 'auto'
    ? 'Based on all solutions, because the random sample has fewer than 20 with two annotations. Their selection may bias the results.'
    : 'Based on all solutions. Their selection may bias the results.'
}

const exclusionLabels: Record<keyof AgreementResult['excluded'], string> = {
  unfinished: 'given up or bad problem',
  irregular: 'breaking the labelling rules',
  gold: 'gold',
  screening: 'screening',
  olderSteps: 'of earlier steps',
  stepChoice: 'step choice',
}

/** `Excluded: 60 given up or bad problem, 2 gold.` Null if none is. */
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
  const between = guidelines.filter(
    ({ publishedAt }) =>
      publishedAt.slice(0, 10) > first.week && publishedAt.slice(0, 10) <= lastDayOf(last.week),
  )
  // With two versions in between, either may be the cause.
  return between.length === 1
    ? `Agreement ${verb} with guideline v${between[0]!.version}`
    : `Agreement ${verb}`
}

const lastDayOf = (week: string) =>
  new Date(Date.parse(`${week}T00:00:00Z`) + 6 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
