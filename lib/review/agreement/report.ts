import { z } from '@/lib/platform/contract'

/** Fewer doubly labelled solutions than this say nothing: what is missing is said instead. */
export const minSolutions = 20

/** Pairs of people that are listed, those who share most first. */
export const maxListedPairs = 400

/** What a computation without other wishes draws, and from which seed. */
export const defaultDraws = 2_000
export const defaultSeed = 1

/** The headline first. docs/agreement.md says what each means. */
export const measureNames = [
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
export type MeasureName = (typeof measureNames)[number]

export const measureField = z.object({
  /** Null where it is refused. */
  value: z.number().nullable(),
  /** 95 % interval; null where there is one problem only, so that nothing can be said. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Why there is no value: what is missing, or what makes it undefined. */
  missingReason: z.string().nullable(),
})
export type Measure = z.infer<typeof measureField>

/** In the order -1, 0, +1. */
const threeField = <T extends z.ZodType>(each: T) => z.tuple([each, each, each])

export const agreementReportField = z.object({
  /** With an annotation at least. */
  solutions: z.number(),
  doublyLabelled: z.number(),
  /** Of doubly labelled solutions. */
  problems: z.number(),
  /** Who share a solution with someone. */
  people: z.number(),
  /** That two people rated at least. */
  coLabelledSteps: z.number(),
  measures: z.record(z.enum(measureNames), measureField),
  /** Ratings of the annotation that was submitted earlier, by those of the later one. */
  confusion: threeField(threeField(z.number())),
  /** How often both say it where one does, by rating. */
  specific: threeField(z.number().nullable()),
  pairs: z.array(
    z.object({ a: z.string(), b: z.string(), solutions: z.number(), exact: measureField }),
  ),
  /** By the week, named by its Monday, in which the later of two annotations was submitted. */
  weeks: z.array(
    z.object({
      week: z.string().regex(/^\d{4}-\d\d-\d\d$/),
      solutions: z.number(),
      exact: measureField,
    }),
  ),
})
export type AgreementReport = z.infer<typeof agreementReportField>
