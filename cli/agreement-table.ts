import { formatCount } from '@/lib/platform/format'
import { type AgreementReport, type MeasureName, measureNames } from '@/lib/review/agreement/report'

/** Gold is known to a server only. */
type FileMeasure = Exclude<MeasureName, 'goldF1'>

const words: Readonly<Record<FileMeasure, { key: string; words: string }>> = {
  firstErrorExact: { key: 'first_error_exact', words: 'same first error' },
  firstErrorWithinOne: { key: 'first_error_within_one', words: 'within one step' },
  anyErrorKappa: { key: 'any_error_kappa', words: "any error: Cohen's kappa" },
  alphaError: { key: 'alpha_error', words: "steps, error or not: Krippendorff's alpha" },
  alphaNominal: { key: 'alpha_nominal', words: 'three ratings: alpha, nominal' },
  alphaOrdinal: { key: 'alpha_ordinal', words: 'three ratings: alpha, ordinal' },
  fleissKappa: { key: 'fleiss_kappa', words: "three ratings: Fleiss' kappa" },
  gwetAc1: { key: 'gwet_ac1', words: "three ratings: Gwet's AC1" },
  gwetAc2: { key: 'gwet_ac2', words: "three ratings: Gwet's AC2, ordinal" },
  sameRating: { key: 'same_rating', words: 'three ratings: the same' },
}

const fileMeasures = measureNames.filter((name) => name !== 'goldF1')

const ratingNames = ['negative', 'neutral', 'positive'] as const

/** The report as JSON, with names as the lines of our files have them. */
export function describeAsJson(report: AgreementReport, drawn: { draws: number; seed: number }) {
  const measures = fileMeasures.map((name) => [words[name].key, report.measures[name]] as const)
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
      measures.flatMap(([key, each]) => {
        const found = interval(each)
        return found ? [[key, found]] : []
      }),
    ),
    refused: Object.fromEntries(
      measures.flatMap(([key, { refused }]) => (refused === null ? [] : [[key, refused]])),
    ),
    confusion: report.confusion,
    specific: report.specific,
    pairs: report.pairs.map(({ a, b, solutions, exact }) => ({
      ...{ a, b, solutions, exact: exact.value, interval: interval(exact) },
    })),
    weeks: report.weeks.map(({ week, solutions, exact }) => ({
      ...{ week, solutions, exact: exact.value, interval: interval(exact) },
    })),
    ...drawn,
  }
}

/** The numbers in words, and why some are missing; where all are for the same reason, that alone. */
export function describeInWords({ measures }: AgreementReport): string[][] {
  const reasons = new Set(fileMeasures.map((name) => measures[name].refused))
  const [reason] = reasons
  if (reasons.size === 1 && reason != null) return [[`${reason}.`]]
  return fileMeasures.map((name) => {
    const { value, low, high, refused } = measures[name]
    if (value === null) return [words[name].words, '-', refused ?? '']
    const interval = low === null || high === null ? '' : `[${write(low)}, ${write(high)}]`
    return [words[name].words, write(value), interval]
  })
}

/** Who submitted earlier, by who did later; null where too little was rated twice. */
export function describeConfusion({ confusion, specific }: AgreementReport): string[][] | null {
  if (specific.every((share) => share === null)) return null
  return [
    ['earlier, later', ...ratingNames, 'both, where one says so'],
    ...confusion.map((row, k) => [
      ratingNames[k]!,
      ...row.map(formatCount),
      specific[k] == null ? '-' : write(specific[k]),
    ]),
  ]
}

const write = (value: number) => value.toFixed(3)
