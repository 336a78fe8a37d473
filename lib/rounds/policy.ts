import { z } from '@/lib/platform/contract'
import { idField } from '@/lib/platform/fields'
import { maxOverlap } from '@/lib/projects/settings'
import { aggregations, neutralTreatments } from '@/lib/scoring/step-scores'

/** `random` is the random sample (`exploration`), separate from the other slices. */
export const slicePolicyNames = [
  'convincing-wrong',
  'paper-80-20',
  'right-answer-weak-process',
  'uncertain',
  'random',
] as const
export type SlicePolicyName = (typeof slicePolicyNames)[number]

export const slicePolicyNameField = z.enum(slicePolicyNames)

/** Imported scores, the id of a score run, or no scores (rank by answer frequency). */
export const scoreSourceField = z.union([z.literal('imported'), z.literal('none'), idField])

const share = z.number().min(0).max(1)

/**
 * What a round selects. The same solutions, scores, labels, policy and seed always give the same round.
 */
export const roundPolicyField = z.strictObject({
  scores: z
    .strictObject({
      source: scoreSourceField.default('imported'),
      /** How step scores are aggregated. Scores of whole solutions are used unchanged. */
      aggregation: z.enum(aggregations).default('product'),
      neutral: z.enum(neutralTreatments).default('positive'),
    })
    .prefault({}),
  /** Slices and their relative shares of the round without the random sample. */
  slices: z
    .array(
      z.strictObject({
        policy: slicePolicyNameField.exclude(['random']),
        share: z.number().positive().max(1),
      }),
    )
    .min(1)
    .max(4)
    .refine((slices) => new Set(slices.map(({ policy }) => policy)).size === slices.length, {
      error: 'A slice is listed twice. Give it one share.',
    })
    .default([{ policy: 'convincing-wrong', share: 1 }]),
  /** Maximum number of solutions; null: no limit. */
  size: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** Share of the selected solutions that is a simple random sample. */
  exploration: share.default(0.1),
  /** Maximum per problem over all slices, except the random sample; null: no limit. */
  perProblem: z.number().int().min(1).max(1_000).nullable().default(1),
  overlap: z
    .strictObject({
      /** Annotators per solution; null: the project's overlap. */
      annotators: z.number().int().min(1).max(maxOverlap).nullable().default(null),
      /** Share of solutions with `extraAnnotators`. The random sample always gets at least 2. */
      share: share.default(0),
      /** Annotators in total for each solution with extra overlap; null: one more than `annotators`. */
      extraAnnotators: z.number().int().min(2).max(maxOverlap).nullable().default(null),
    })
    .prefault({}),
  seed: z.number().int().min(0).max(2_147_483_647).default(1),
})
export type RoundPolicy = z.output<typeof roundPolicyField>
