import { formatLimits } from '@/lib/formats/limits'
import { ratingField } from '@/lib/annotations/state-fields'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, int32Max, projectField, textField } from '@/lib/platform/fields'
import { reviewedFields, reviewedSolutionFields, saidFields } from './said-field'

const kindField = z.enum(['negative', 'neutral'])

const partingFields = {
  /** 0-based. */
  firstStep: z.number(),
  stepCount: z.number(),
  kind: kindField,
  people: z.number(),
  sure: z.number(),
  found: z.number(),
  nearestError: z.number().nullable(),
  farthestError: z.number().nullable(),
}

export const getReviewWorkContract = defineContract({
  name: 'getReviewWork',
  method: 'get',
  path: '/projects/{project}/review',
  summary: 'What waits for reviewers, each counted up to 1,000',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    disagreements: z.number(),
    /** Sent back by a reviewer, and not submitted again. */
    returned: z.number(),
    /** Submitted again since, and not looked at. */
    corrected: z.number(),
    /** Steps that annotators flagged or commented on, or a reviewer asked about. */
    questions: z.number(),
    /** Drawn for review, and not looked at. */
    drawn: z.number(),
    /** Steps reported as badly split. */
    splits: z.number(),
    unsureAnswers: z
      .number()
      .describe(
        'Solutions whose answer the grader could not judge, of problems with a reference answer: among 10,000 that it is unsure of',
      ),
    unanswered: z
      .number()
      .describe('Solutions without an answer, of problems with a reference answer: the same'),
    adjudicated: z.number(),
    /** People who may do nothing until a reviewer ends their pause. */
    paused: z.number(),
    /** Annotators who did not pass their screening: an admin decides. */
    failed: z.number(),
  }),
})

/** Where a page ended: what its last is worth, and its solution. */
const disagreementCursor = z
  .string()
  .regex(/^\d{1,3}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is no place in this list')

export const listDisagreementsContract = defineContract({
  name: 'listDisagreements',
  method: 'get',
  path: '/projects/{project}/disagreements',
  summary: 'Solutions whose annotations disagree, most worth adjudicating first',
  input: z.strictObject({
    project: projectField,
    kind: kindField.optional(),
    /** Only what one labelled, or over what two part; refused while names are hidden. */
    person: idField.optional(),
    other: idField.optional(),
    after: disagreementCursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    /** All that match, up to 1,000. */
    count: z.number(),
    /** Of all disagreements of the project; null for none. */
    highestScore: z.number().nullable(),
    disagreements: z.array(
      z.object({
        solution: idField,
        externalId: z.string().nullable(),
        /** Its beginning. */
        problem: z.string(),
        /** The step where they part; its beginning. */
        step: z.string(),
        ...partingFields,
        score: z.number().nullable(),
        /** 0 to 100: the sum of the parts. */
        worth: z.number(),
        parts: z.object({
          apart: z.number(),
          score: z.number(),
          sure: z.number(),
          early: z.number(),
        }),
        /** Whose annotations; null while names are hidden. */
        names: z.array(z.string()).nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
})

/** Where a page ended: microseconds since 1970 and an id. */
export const timeCursor = z
  .string()
  .regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is no place in this list')

export const listAdjudicationsContract = defineContract({
  name: 'listAdjudications',
  method: 'get',
  path: '/projects/{project}/adjudications',
  summary: 'The adjudications that stand, newest first',
  input: z.strictObject({
    project: projectField,
    after: timeCursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    adjudications: z.array(
      z.object({
        adjudication: idField,
        solution: idField,
        externalId: z.string().nullable(),
        problem: z.string(),
        stepCount: z.number(),
        /** 0-based; null for none. */
        error: z.number().nullable(),
        note: z.string(),
        by: z.string(),
        at: z.iso.datetime(),
        isGold: z.boolean(),
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const compareAnnotationsContract = defineContract({
  name: 'compareAnnotations',
  method: 'get',
  path: '/projects/{project}/disagreements/{solution}',
  summary: 'The annotations of a solution side by side, with the adjudication that stands',
  input: z.strictObject({
    project: projectField,
    solution: idField,
    /** Of the list that `next` is from. */
    kind: kindField.optional(),
  }),
  reply: z.object({
    ...reviewedSolutionFields,
    /** Why it cannot be adjudicated, in words; null where it can. */
    refusal: z.string().nullable(),
    /** It is gold already. */
    isGold: z.boolean(),
    /** How they part; null where they do not. */
    parting: z.object(partingFields).nullable(),
    /** Submitted ones of the steps as they are: the two that part first, then the others. */
    annotations: z.array(
      z.object({
        ...reviewedFields,
        /** `A`, `B`: stands for the name, and is always the same for one solution. */
        letter: z.string(),
        /** Whether it counts where annotations are compared: given up, irregular, gold do not. */
        isCompared: z.boolean(),
        ...saidFields,
      }),
    ),
    adjudication: z
      .object({
        adjudication: idField,
        ratings: z.array(ratingField),
        note: z.string(),
        by: z.string(),
        at: z.iso.datetime(),
        adopted: idField.nullable(),
        madeGold: z.boolean(),
      })
      .nullable(),
    /** The next of the list, most worth first, after this one; null at its end. */
    next: idField.nullable(),
    /** How many disagreements wait, up to 1,000. */
    waiting: z.number(),
  }),
})

export const adjudicateSolutionContract = defineContract({
  name: 'adjudicateSolution',
  method: 'post',
  path: '/projects/{project}/disagreements/{solution}/adjudications',
  summary: 'Say the final labels of a solution, up to its first error or of every step',
  input: z.strictObject({
    project: projectField,
    solution: idField,
    /** Of the steps, as they were read; another is a `conflict`. */
    revision: z.number().int().min(1).max(int32Max),
    /** Up to the first error, which is the last; or of every step. */
    ratings: z.array(ratingField).min(1).max(formatLimits.steps),
    /** Why; of gold, what its annotators are told afterwards. */
    note: textField(2_000).default(''),
    /** The annotation that is taken as it is: its ratings must be these. */
    adopted: idField.nullable().default(null),
    /** Makes the solution gold, with this first error or with none. */
    gold: z.boolean().default(false),
    /** What was read: whatever is different by now is a `conflict`. */
    seen: z.strictObject({
      annotations: z
        .array(z.strictObject({ annotation: idField, submittedAt: z.iso.datetime().nullable() }))
        .max(1_000),
      /** The adjudication that stood; this one takes its place. */
      adjudication: idField.nullable(),
    }),
  }),
  reply: z.object({
    adjudication: idField,
    at: z.iso.datetime(),
    isGold: z.boolean(),
    /** Who labelled it: names are shown from now on. */
    people: z.array(z.object({ annotation: idField, person: z.string() })),
  }),
})

export const withdrawAdjudicationContract = defineContract({
  name: 'withdrawAdjudication',
  method: 'post',
  path: '/projects/{project}/adjudications/{adjudication}/withdraw',
  summary: 'Take an adjudication back, and the gold that it made',
  input: z.strictObject({ project: projectField, adjudication: idField }),
  reply: z.object({
    solution: idField,
    /** The solution is no gold any more. */
    endedGold: z.boolean(),
  }),
})
