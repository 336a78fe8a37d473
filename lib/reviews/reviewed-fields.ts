import { ratingField } from '@/lib/annotations/state-fields'
import { stepPageFields } from '@/lib/annotations/step-page'
import { finishReasons, noteKinds, solutionProgressLevels } from '@/lib/formats/record'
import { z } from '@/lib/platform/contract'
import { idField, int32Max } from '@/lib/platform/fields'
import { typesetTextField } from '@/lib/typesetting/typeset-field'

export const typesetTextWithSourceField = z.object({ text: typesetTextField, source: z.string() })

/** Name of the annotator; null while it is hidden. */
export const annotatorNameField = z.string().nullable()

/** Review status of an annotation. A draft that was not returned has none. */
export const reviewStates = [
  'submitted',
  'returned',
  'corrected',
  'accepted',
  'adjudicated',
] as const
export type ReviewState = (typeof reviewStates)[number]

/** Content of a finished annotation. Steps are 0-based. */
export const annotationContentFields = {
  finishReason: z.enum(finishReasons),
  finishNote: z.string().nullable(),
  /** Ratings of the reached steps; null is unrated. */
  ratings: z.array(ratingField.nullable()),
  /** Step of the first error; null for none. */
  error: z.number().nullable(),
  flagged: z.array(z.boolean().nullable()),
  /** Active time on each step. */
  stepTimesMs: z.array(z.number()),
  activeMs: z.number(),
  /** Notes on a step, or on an alternative at it (`option` from 1). */
  notes: z.array(
    z.object({
      step: z.number(),
      option: z.number(),
      kind: z.enum(noteKinds),
      text: typesetTextField,
    }),
  ),
  /** Alternatives at the first error, from 1. */
  options: z.array(
    z.object({
      step: z.number(),
      option: z.number(),
      rating: ratingField.nullable(),
      text: typesetTextField,
    }),
  ),
  explanation: typesetTextWithSourceField.nullable(),
  progress: z.enum(solutionProgressLevels).nullable(),
  /** Labels of the error types. */
  tags: z.array(z.string()),
}

/** Number of the save that submitted an annotation; 0 for imports. */
export const annotationVersionField = z.number().int().min(0).max(int32Max)

export const areTimesRoundedField = z
  .boolean()
  .describe(
    'Submission times are the start of their week (UTC), because names are hidden from you. Annotations of a week are in no particular order',
  )

/** An annotation as shown to reviewers. */
export const reviewedAnnotationFields = {
  annotation: idField,
  /** Null while names are hidden or if unknown. */
  person: z.string().nullable(),
  isOwn: z.boolean(),
  isImported: z.boolean(),
  submittedAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'Submission time (UTC); null if an import has none. For reviewers from whom names are hidden, the start of its week',
    ),
  version: annotationVersionField.describe(
    'A submission gets a higher one than those before it. Send it with your review, to name what you read',
  ),
  state: z.enum(reviewStates).nullable(),
  /** Why it can't be returned; null if it can. */
  returnRefusal: z.string().nullable(),
}

/** A solution as shown to reviewers. */
export const reviewedSolutionFields = {
  solution: idField,
  externalId: z.string().nullable(),
  revision: z.number(),
  problem: typesetTextWithSourceField,
  answer: typesetTextWithSourceField.nullable(),
  reference: typesetTextWithSourceField.nullable(),
  score: z.number().nullable(),
  /** One page. A step keeps its `id` when other steps are repaired. */
  steps: z.array(typesetTextWithSourceField.extend({ id: z.number() })),
  ...stepPageFields,
}
