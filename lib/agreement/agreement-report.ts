import { z } from '@/lib/platform/contract'

/** With fewer doubly annotated solutions, the report gives a reason instead of values. */
export const minReportedSolutions = 20

/** Maximum number of listed pairs, those with most shared solutions first. */
export const maxListedAnnotatorPairs = 400

/** Default bootstrap options. */
export const defaultBootstrapResamples = 2_000
export const defaultBootstrapSeed = 1

/** The headline first. docs/agreement.md explains each. */
export const agreementMeasureNames = [
  'firstErrorExact',
  'firstErrorWithinOne',
  'anyErrorKappa',
  'alphaError',
  'alphaNominal',
  'alphaOrdinal',
  'fleissKappa',
  'gwetAc1',
  'gwetAc2',
  'sameRating',
  'goldF1',
] as const
export type AgreementMeasureName = (typeof agreementMeasureNames)[number]

export const agreementMeasureField = z.object({
  /** Null if there are too few solutions, or the measure is undefined for them. */
  value: z.number().nullable(),
  /** 95% interval; null without a value, and if it can't be estimated, as with a single problem. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Why there is no value. */
  missingReason: z.string().nullable(),
})
export type AgreementMeasure = z.infer<typeof agreementMeasureField>

/** In the order -1, 0, +1. */
const makeTripleField = <T extends z.ZodType>(each: T) => z.tuple([each, each, each])

export const agreementReportField = z.object({
  /** Solutions with at least one annotation. */
  solutions: z.number(),
  doublyLabelled: z.number(),
  /** Problems of doubly annotated solutions. */
  problems: z.number(),
  /** Annotators who share a solution with another annotator. */
  people: z.number(),
  /** Steps rated by at least two annotators. */
  coLabelledSteps: z.number(),
  measures: z.record(z.enum(agreementMeasureNames), agreementMeasureField),
  /** Ratings of the earlier submission (rows) by those of the later one. */
  confusion: makeTripleField(makeTripleField(z.number())),
  /** Specific agreement by rating: how often both give it if one does. */
  specific: makeTripleField(z.number().nullable()),
  pairs: z.array(
    z.object({ a: z.string(), b: z.string(), solutions: z.number(), exact: agreementMeasureField }),
  ),
  /** By week of the later of two submissions, named by its Monday. */
  weeks: z.array(
    z.object({
      week: z.string().regex(/^\d{4}-\d\d-\d\d$/),
      solutions: z.number(),
      exact: agreementMeasureField,
    }),
  ),
})
export type AgreementReport = z.infer<typeof agreementReportField>
