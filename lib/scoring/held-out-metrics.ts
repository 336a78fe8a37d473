import { z } from '@/lib/platform/contract'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { findSampleShortageText, formatSampleShortage } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'

const metricTriple = z.object({ model: z.number(), positionOnly: z.number(), random: z.number() })

/** Accounts for clustering by problem: ratings of one problem are alike. Null bounds: fewer than two problems. */
const boundFields = { low: z.number().nullable(), high: z.number().nullable() }

const heldOutMetricsField = z.object({
  heldOutProblems: z.number().describe('Held-out problems'),
  heldOutAnnotations: z.number(),
  heldOutSteps: z.number().describe('Ratings of held-out problems, up to each first error'),
  heldOutErrors: z
    .number()
    .describe('Negative ratings among them, which is the number of annotations with an error'),
  stepAuc: metricTriple.nullable().describe('Null if all held-out steps have the same rating'),
  firstErrorHit: metricTriple
    .nullable()
    .describe('Share of annotations with an error where its step is the most likely first error'),
  calibrationError: z.number().nullable().describe('Expected calibration error over 10 bins'),
})

const groupKindField = z.enum(['source', 'subject'])
/** The displayed name of each kind of group. */
export const metricGroupNames = { source: 'file', subject: 'subject' } as const satisfies Record<
  z.output<typeof groupKindField>,
  string
>

/** Metrics on held-out problems. */
export const scorerMetricsField = z.object({
  ...heldOutMetricsField.shape,
  logLoss: z.number().nullable(),
  shareCorrect: z
    .object({ value: z.number(), ...boundFields })
    .nullable()
    .describe(
      'Share of ratings that are not negative, with a 95% interval that accounts for clustering by problem',
    ),
  bins: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      steps: z.number(),
      predicted: z.number().describe('Mean P(correct)'),
      observed: z.number().describe('Share of ratings that are not negative'),
      low: boundFields.low.describe('Lower bound of its 95% interval'),
      high: boundFields.high.describe('Upper bound of its 95% interval'),
    }),
  ),
  groups: z
    .array(
      z.object({
        kind: groupKindField.describe(
          'Source: the imported file of the solution; subject: that of the problem',
        ),
        name: z.string(),
        ...heldOutMetricsField.shape,
      }),
    )
    .describe(
      'The same by source and by subject, if there are several; of each, the 20 with the most held-out annotations',
    ),
  groupCounts: z
    .array(
      z.object({
        kind: groupKindField,
        labelled: z.number().describe('Sources or subjects of the labels'),
        heldOut: z.number().describe('Those with held-out problems'),
      }),
    )
    .describe('Counts of the sources and of the subjects that the labels have'),
})
export type ScorerMetrics = z.output<typeof scorerMetricsField>
/** Metrics on all held-out annotations, or on those of one source or subject. */
export type HeldOutMetricsSummary = z.output<typeof heldOutMetricsField>

/** Why an AUC is not shown: too few ratings, or too few of one outcome. */
export interface AucShortage {
  count: number
  /** Null: ratings of either outcome. */
  outcome: 'negative' | 'correct' | null
}

/** An AUC over few negative ratings, or few others, is a matter of chance however many ratings there are. */
export function findAucShortage({
  heldOutSteps,
  heldOutErrors,
}: Pick<HeldOutMetricsSummary, 'heldOutSteps' | 'heldOutErrors'>): AucShortage | null {
  if (heldOutSteps < minCountForRate) return { count: heldOutSteps, outcome: null }
  const correct = heldOutSteps - heldOutErrors
  if (heldOutErrors < minCountForRate) return { count: heldOutErrors, outcome: 'negative' }
  return correct < minCountForRate ? { count: correct, outcome: 'correct' } : null
}

/** `n = 2 negative (needs 20)`; null if there are enough ratings of each outcome for an AUC. */
export function describeAucShortage(
  metrics: Pick<HeldOutMetricsSummary, 'heldOutSteps' | 'heldOutErrors'>,
): string | null {
  const shortage = findAucShortage(metrics)
  return shortage && formatSampleShortage(shortage.count, shortage.outcome)
}

/** `16 errors (needs 20)`; null if enough annotations have an error. */
export const describeErrorShortage = ({
  heldOutErrors,
}: Pick<HeldOutMetricsSummary, 'heldOutErrors'>): string | null =>
  heldOutErrors < minCountForRate
    ? `${formatQuantity(heldOutErrors, 'error')} (needs ${minCountForRate})`
    : null

/** `n = 7 (needs 20)`; null if there are enough ratings for a calibration error. */
export const describeCalibrationShortage = ({
  heldOutSteps,
}: Pick<HeldOutMetricsSummary, 'heldOutSteps'>): string | null =>
  findSampleShortageText(heldOutSteps)

/** `95 ratings (23 negative) of 5 held-out problems` */
export function describeHeldOutRatings({
  heldOutSteps,
  heldOutErrors,
  heldOutProblems,
}: HeldOutMetricsSummary): string {
  const ratings = `${formatQuantity(heldOutSteps, 'rating')} (${formatCount(heldOutErrors)} negative)`
  return `${ratings} of ${formatQuantity(heldOutProblems, 'held-out problem')}`
}
