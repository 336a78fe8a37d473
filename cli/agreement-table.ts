import {
  type AgreementReport,
  type AgreementMeasureName,
  agreementMeasureNames,
} from '@/lib/agreement/agreement-report'
import { formatCount } from '@/lib/platform/format'

/** The measures of a file. Only a server knows the gold, which `goldF1` needs. */
type FileMeasure = Exclude<AgreementMeasureName, 'goldF1'>

const labels: Readonly<Record<FileMeasure, { key: string; text: string }>> = {
  firstErrorExact: { key: 'first_error_exact', text: 'same first error' },
  firstErrorWithinOne: { key: 'first_error_within_one', text: 'within one step' },
  anyErrorKappa: { key: 'any_error_kappa', text: "any error: Cohen's kappa" },
  alphaError: { key: 'alpha_error', text: "steps, error or not: Krippendorff's alpha" },
  alphaNominal: { key: 'alpha_nominal', text: 'three ratings: alpha, nominal' },
  alphaOrdinal: { key: 'alpha_ordinal', text: 'three ratings: alpha, ordinal' },
  fleissKappa: { key: 'fleiss_kappa', text: "three ratings: Fleiss' kappa" },
  gwetAc1: { key: 'gwet_ac1', text: "three ratings: Gwet's AC1" },
  gwetAc2: { key: 'gwet_ac2', text: "three ratings: Gwet's AC2, ordinal" },
  sameRating: { key: 'same_rating', text: 'three ratings: the same' },
}

const fileMeasures = agreementMeasureNames.filter((name) => name !== 'goldF1')

const ratingNames = ['negative', 'neutral', 'positive'] as const

/** The report as JSON, in snake case like the data formats. */
export function buildAgreementJson(
  report: AgreementReport,
  sampling: { resamples: number; seed: number },
) {
  const measures = fileMeasures.map((name) => [labels[name].key, report.measures[name]] as const)
  const interval = ({ low, high }: { low: number | null; high: number | null }) =>
    low === null || high === null ? null : [low, high]
  return {
    solutions: report.solutions,
    doubly_labelled: report.doublyLabelled,
    problems: report.problems,
    people: report.people,
    co_labelled_steps: report.coLabelledSteps,
    ...Object.fromEntries(measures.map(([key, { value }]) => [key, value])),
    intervals: Object.fromEntries(
      measures.flatMap(([key, estimate]) => {
        const pair = interval(estimate)
        return pair ? [[key, pair]] : []
      }),
    ),
    missing: Object.fromEntries(
      measures.flatMap(([key, { missingReason }]) =>
        missingReason === null ? [] : [[key, missingReason]],
      ),
    ),
    confusion: report.confusion,
    specific: report.specific,
    pairs: report.pairs.map(({ a, b, solutions, exact }) => ({
      a,
      b,
      solutions,
      exact: exact.value,
      interval: interval(exact),
    })),
    weeks: report.weeks.map(({ week, solutions, exact }) => ({
      week,
      solutions,
      exact: exact.value,
      interval: interval(exact),
    })),
    ...sampling,
  }
}

/** The measures as a table, with reasons for missing ones; only the reason if it is the same for all. */
export function formatAgreementTable({ measures }: AgreementReport): string[][] {
  const reasons = new Set(fileMeasures.map((name) => measures[name].missingReason))
  const [reason] = reasons
  if (reasons.size === 1 && reason != null) return [[`${reason}.`]]
  return fileMeasures.map((name) => {
    const { value, low, high, missingReason } = measures[name]
    if (value === null) return [labels[name].text, '-', missingReason ?? '']
    const interval =
      low === null || high === null ? '' : `[${formatNumber(low)}, ${formatNumber(high)}]`
    return [labels[name].text, formatNumber(value), interval]
  })
}

/** Confusion of the earlier and the later annotation; null if too few solutions are labelled by two people. */
export function formatConfusionTable({ confusion, specific }: AgreementReport): string[][] | null {
  if (specific.every((share) => share === null)) return null
  return [
    ['earlier, later', ...ratingNames, 'specific agreement'],
    ...confusion.map((row, k) => [
      ratingNames[k]!,
      ...row.map(formatCount),
      specific[k] == null ? '-' : formatNumber(specific[k]),
    ]),
  ]
}

const formatNumber = (value: number) => value.toFixed(3)
