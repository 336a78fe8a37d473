import { importLineLimits } from '@/lib/formats/import-line-limits'
import { finishReasons } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { projectSlugField } from '@/lib/platform/fields'
import { typesetTextField } from '@/lib/typesetting/typeset-field'
import { getWorkContract, revealedOptionsField } from './contract'
import { explanationField, ratingField } from './state-fields'

const { steps: maxSteps, optionsPerStep: maxOptions } = importLineLimits

/** The position in `listPracticeSolutions`, from 0. */
const practiceNumber = z.coerce.number().int().min(0).max(99)

export const listPracticeSolutionsContract = defineContract({
  name: 'listPracticeSolutions',
  method: 'get',
  path: '/projects/{project}/practice',
  summary: 'List practice solutions',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    /** Whether you finished the practice. */
    isDone: z.boolean(),
    solutions: z.array(z.object({ work: getWorkContract.reply, hint: z.string() })),
  }),
})

/** A read by POST, like a save: the ratings say where the annotator sees the first error. */
export const revealPracticeOptionsContract = defineContract({
  name: 'revealPracticeOptions',
  method: 'post',
  path: '/projects/{project}/practice/{solution}/options',
  summary: 'Get the options of a practice solution at the step rated negative',
  input: z.strictObject({
    project: projectSlugField,
    solution: practiceNumber,
    ratings: z.array(ratingField).max(maxSteps),
  }),
  reply: revealedOptionsField,
})

/** A read by POST: nothing is stored. */
export const gradePracticeAnswerContract = defineContract({
  name: 'gradePracticeAnswer',
  method: 'post',
  path: '/projects/{project}/practice/{solution}/answers',
  summary: 'Grade an answer to a practice solution',
  input: z.strictObject({
    project: projectSlugField,
    solution: practiceNumber,
    reason: z.enum(finishReasons),
    ratings: z.array(ratingField).max(maxSteps),
    /** Ratings of the alternatives at the first error. */
    options: z.array(ratingField.nullable()).max(maxOptions).default([]),
    explanation: explanationField.nullable().default(null),
  }),
  reply: z.object({
    isCorrect: z.boolean(),
    message: typesetTextField,
    /** The expected first error, 0-based; null for no error. */
    firstError: z.number().nullable(),
    why: typesetTextField,
    options: z
      .array(typesetTextField)
      .describe('The options at the first error; empty if you didn’t find it'),
    differences: z
      .array(
        z.object({
          step: z.number(),
          option: z.number().nullable().describe('From 0; null for the step itself'),
          rating: ratingField.nullable().describe('Your rating; null for none'),
          expectedRating: ratingField,
        }),
      )
      .describe(
        'Your ratings of steps (from 0) and options that differ from the expected ones. Neutral instead of positive, or the reverse, doesn’t count as wrong',
      ),
  }),
})

export const finishPracticeContract = defineContract({
  name: 'finishPractice',
  method: 'post',
  path: '/projects/{project}/practice',
  summary: 'Mark the practice as finished',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({ isDone: z.literal(true) }),
})
