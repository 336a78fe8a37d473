import { finishReasons, noteKinds, progressLevels } from '@/lib/formats/record'
import { ratingField } from '@/lib/annotations/state-fields'
import { z } from '@/lib/platform/contract'
import { idField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'

export const setText = z.object({ text: typesetField, source: z.string() })

/** Who labelled; null while names are hidden. */
export const hiddenNameField = z.string().nullable()

/** Where a reviewed annotation stands. An annotation that is in work, and was not sent back, has no state. */
export const reviewStates = [
  'submitted',
  'returned',
  'corrected',
  'accepted',
  'adjudicated',
] as const
export type ReviewState = (typeof reviewStates)[number]

/** What somebody said of a finished solution. Steps and options are 0-based. */
export const saidFields = {
  finishReason: z.enum(finishReasons),
  finishNote: z.string().nullable(),
  /** Of each step reached; null is unrated. */
  ratings: z.array(ratingField.nullable()),
  /** Step of the first error; null for none. */
  error: z.number().nullable(),
  flagged: z.array(z.boolean().nullable()),
  /** Time at work on each step. */
  stepTimesMs: z.array(z.number()),
  activeMs: z.number(),
  /** Of a step, or (`option`, from 1) of an alternative at it. */
  notes: z.array(
    z.object({
      step: z.number(),
      option: z.number(),
      kind: z.enum(noteKinds),
      text: typesetField,
    }),
  ),
  /** Alternatives at the first error, from 1. */
  options: z.array(
    z.object({ step: z.number(), option: z.number(), rating: ratingField.nullable() }),
  ),
  explanation: setText.nullable(),
  progress: z.enum(progressLevels).nullable(),
  /** Kinds of error, in words. */
  tags: z.array(z.string()),
}

/** An annotation as a reviewer reads it. */
export const reviewedFields = {
  annotation: idField,
  /** Null while names are hidden, and where nobody is known. */
  person: z.string().nullable(),
  /** You labelled it. */
  isOwn: z.boolean(),
  /** It came with data. */
  isImported: z.boolean(),
  /** Null where the data says no time. What is sent back to name what was seen. */
  submittedAt: z.iso.datetime().nullable(),
  state: z.enum(reviewStates).nullable(),
  /** Why it cannot be sent back, in words; null where it can. */
  returnRefusal: z.string().nullable(),
}

/** Of a solution, for its reviewers. */
export const reviewedSolutionFields = {
  solution: idField,
  externalId: z.string().nullable(),
  revision: z.number(),
  problem: setText,
  answer: setText.nullable(),
  reference: setText.nullable(),
  score: z.number().nullable(),
  /** `id` stays with a step through repairs. */
  steps: z.array(setText.extend({ id: z.number() })),
}
