import { z } from 'zod'
import { importLineLimits } from './import-line-limits'
import { labelerField } from './labeler-field'
import { finishReasons } from './record'

/*
 * A PRM800K line with exactly the keys of the published files: phase 1 and phase 2 have different
 * questions. Sources: openai/prm800k README, the files' own bytes, and for `corrected_rating` the
 * schema of a mirror on the Hugging Face Hub (plaguss/prm800k).
 */

/** Stored as a 16-bit integer. */
const smallInteger = z.int().min(-32_768).max(32_767)

const rating = z.literal([-1, 0, 1], { error: 'Expected a rating: -1, 0, 1 or null.' }).nullable()

const completion = z.strictObject({
  text: z.string(),
  rating,
  flagged: z.boolean().nullable(),
})

const humanCompletion = z.strictObject({
  text: z.string(),
  rating: z.null(),
  source: z.literal('human', { error: 'Expected "human".' }),
  flagged: z.boolean(),
  corrected_rating: smallInteger.optional(),
})

const step = z
  .strictObject({
    completions: z.array(completion).max(importLineLimits.optionsPerStep).nullable(),
    human_completion: humanCompletion.nullable(),
    chosen_completion: smallInteger.min(0).nullable(),
  })
  .superRefine(({ completions, chosen_completion: chosenCompletion }, context) => {
    const count = completions?.length ?? 0
    if (chosenCompletion === null || chosenCompletion < count) return
    const message = `Completion ${chosenCompletion} is chosen, but there are ${count}.`
    context.addIssue({ code: 'custom', message, path: ['chosen_completion'] })
  })

const problem = z.string().refine((text) => text.trim() !== '', { error: 'The problem is empty.' })

const phase1Question = z.strictObject({ problem, ground_truth_answer: z.string().nullable() })

const phase2Question = z.strictObject({
  problem,
  ground_truth_solution: z.string().nullable(),
  ground_truth_answer: z.string().nullable(),
  pre_generated_steps: z.array(z.string()).min(1).max(importLineLimits.steps),
  pre_generated_answer: z.string().nullable(),
  pre_generated_verifier_score: z.number().nullable(),
})

function lineWith<Q extends z.ZodType>(question: Q) {
  return z.strictObject({
    labeler: labelerField,
    timestamp: z.string().min(1, { error: 'The text is empty.' }),
    generation: smallInteger.nullable(),
    is_quality_control_question: z.boolean(),
    is_initial_screening_question: z.boolean(),
    question,
    label: z.strictObject({
      steps: z.array(step).max(importLineLimits.steps),
      total_time: z.int().min(0),
      finish_reason: z.literal(finishReasons, {
        error: `Expected one of: ${finishReasons.join(', ')}.`,
      }),
    }),
  })
}

export const phase1Schema = lineWith(phase1Question)
export const phase2Schema = lineWith(phase2Question)

export type Phase1Line = z.infer<typeof phase1Schema>
export type Phase2Line = z.infer<typeof phase2Schema>
export type Prm800kStep = z.infer<typeof step>

/**
 * A line with any key that only phase 2 has is read as phase 2, so that the error names the key
 * that is missing.
 */
export const phase2OnlyKeys = Object.keys(phase2Question.shape).filter(
  (key) => !Object.hasOwn(phase1Question.shape, key),
)
