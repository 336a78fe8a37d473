import { z } from '@/lib/platform/contract'
import { idField } from '@/lib/platform/fields'
import { aggregations, neutralCounts } from '@/lib/scoring/step-scores'

/** The slices that a round may be made of. `random` is the exploration share: it is set apart from the others. */
export const slicePolicies = [
  'convincing-wrong',
  'paper-80-20',
  'right-answer-weak-process',
  'uncertain',
  'random',
] as const
export type SlicePolicy = (typeof slicePolicies)[number]

export const slicePolicyField = z.enum(slicePolicies)

/** Where a round's scores come from: with the data, from a score run (its id), or from nowhere. */
export const scoreSourceField = z.union([z.literal('imported'), z.literal('none'), idField])

const share = z.number().min(0).max(1)

/**
 * What a round selects. Everything is settled before it opens: the same solutions, scores, labels and policy give the
 * same round.
 */
export const roundPolicyField = z.strictObject({
  scores: z
    .strictObject({
      source: scoreSourceField.default('imported'),
      /** Of step scores; a score that came for the whole solution is taken as it is. */
      aggregation: z.enum(aggregations).default('product'),
      neutral: z.enum(neutralCounts).default('positive'),
    })
    .prefault({}),
  /** Slices and their shares of what exploration leaves; shares are parts of their sum. */
  slices: z
    .array(
      z.strictObject({
        policy: slicePolicyField.exclude(['random']),
        share: z.number().positive().max(1),
      }),
    )
    .min(1)
    .max(4)
    .refine((slices) => new Set(slices.map(({ policy }) => policy)).size === slices.length, {
      error: 'A slice stands there twice. Give it one share.',
    })
    .default([{ policy: 'convincing-wrong', share: 1 }]),
  /** Solutions in all; null: as many as the slices find. */
  size: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** Of all that is selected, drawn at random and served in between: the only unbiased sample. */
  exploration: share.default(0.1),
  /** Solutions of one problem that the slices take, all together; exploration goes without regard to it. Null: no cap. */
  perProblem: z.number().int().min(1).max(1_000).nullable().default(1),
  overlap: z
    .strictObject({
      /** People for each solution; null: as the project's settings say. */
      people: z.number().int().min(1).max(9).nullable().default(null),
      /** Share of solutions that more people label, and how many do. Exploration always goes to two at least. */
      share: share.default(0),
      sharedPeople: z.number().int().min(2).max(9).default(2),
    })
    .prefault({}),
  seed: z.number().int().min(0).max(2_147_483_647).default(1),
})
export type RoundPolicy = z.output<typeof roundPolicyField>
