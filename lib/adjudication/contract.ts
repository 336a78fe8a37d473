import { revealedOptionsField } from '@/lib/annotations/contract'
import { explanationField, ratingField } from '@/lib/annotations/state-fields'
import { stepOnPageField, stepQueryField } from '@/lib/annotations/step-page'
import { importLineLimits } from '@/lib/formats/import-line-limits'
import { solutionProgressLevels } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import {
  idField,
  int32Max,
  pageCursorField,
  projectSlugField,
  textField,
} from '@/lib/platform/fields'
import {
  annotationVersionField,
  reviewedAnnotationFields,
  reviewedSolutionFields,
  annotationContentFields,
} from '@/lib/reviews/reviewed-fields'

const kindField = z
  .enum(['negative', 'neutral'])
  .describe('`negative`: against another rating, at any step; `neutral`: only against positive')

const answersDescription = 'Answers about the first error, as annotators give them'

const answersField = z.strictObject({
  /** Ratings of the alternatives at the first error, in their order. */
  options: z.array(ratingField).max(importLineLimits.optionsPerStep).default([]),
  /** The mistake: a candidate by its position from 0, or your own text. */
  explanation: explanationField.nullable().default(null),
  progress: z.enum(solutionProgressLevels).nullable().default(null),
})

const disagreementFields = {
  /** 0-based. */
  firstStep: z.number(),
  stepCount: z.number(),
  kind: kindField,
  people: z.number(),
  unflagged: z.number(),
  foundError: z.number(),
  earliestError: z.number().nullable(),
  latestError: z.number().nullable(),
}

/** Cursor of a page: the priority and solution of its last item. */
const disagreementCursor = z
  .string()
  .regex(/^\d{1,3}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not a cursor of this list')

export const listDisagreementsContract = defineContract({
  name: 'listDisagreements',
  method: 'get',
  path: '/projects/{project}/disagreements',
  summary: 'List disagreements, highest priority first',
  input: z.strictObject({
    project: projectSlugField,
    kind: kindField.optional(),
    /** One annotator's solutions, or those on which two annotators disagree. Rejected while names are hidden. */
    person: idField.optional(),
    otherPerson: idField.optional(),
    after: disagreementCursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    /** Number of matching disagreements, up to 1,000. */
    count: z.number(),
    /** Among all disagreements in the project; null if none has a score. */
    highestScore: z.number().nullable(),
    disagreements: z.array(
      z.object({
        solution: idField,
        externalId: z.string().nullable(),
        /** The beginning of its statement. */
        problem: z.string(),
        /** The beginning of the first step on which they disagree. */
        step: z.string(),
        ...disagreementFields,
        score: z.number().nullable(),
        /** 0 to 100, the sum of `priorityParts`. */
        priority: z.number(),
        priorityParts: z.object({
          distance: z.number(),
          score: z.number(),
          certainty: z.number(),
          earliness: z.number(),
        }),
        /** Names of the annotators; null while they are hidden. */
        names: z.array(z.string()).nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const listAdjudicationsContract = defineContract({
  name: 'listAdjudications',
  method: 'get',
  path: '/projects/{project}/adjudications',
  summary: 'List current adjudications, newest first',
  input: z.strictObject({
    project: projectSlugField,
    after: pageCursorField.optional(),
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
        /** Step of the first error, 0-based; null for none. */
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
  summary: 'Compare the annotations of a solution, with its adjudication',
  input: z.strictObject({
    project: projectSlugField,
    solution: idField,
    /** Filter of the list that `next` refers to. */
    kind: kindField.optional(),
    around: stepOnPageField.optional(),
  }),
  reply: z.object({
    ...reviewedSolutionFields,

    stepIds: z.array(z.number()),
    /** Why the solution can't be adjudicated; null if it can. */
    refusal: z.string().nullable(),
    isGold: z.boolean(),
    /** Whether an adjudication explains the first error, and rates the progress made before it. */
    asksExplanation: z.boolean(),
    asksProgress: z.boolean(),
    /** Null if the annotations agree. */
    disagreement: z.object(disagreementFields).nullable(),
    /** Submitted annotations of the current steps, two that disagree first. */
    annotations: z.array(
      z.object({
        ...reviewedAnnotationFields,
        /** `A`, `B`: replaces the name. Stays the same when annotations are returned or added. */
        letter: z.string(),
        /** False for annotations that are given up, irregular or answers to gold. */
        isCompared: z.boolean(),
        ...annotationContentFields,
      }),
    ),
    adjudication: z
      .object({
        adjudication: idField,
        ratings: z.array(ratingField),
        answers: z
          .object({
            options: z.array(ratingField),
            explanation: explanationField.nullable(),
            progress: z.enum(solutionProgressLevels).nullable(),
          })
          .describe(answersDescription),
        note: z.string(),
        by: z.string(),
        at: z.iso.datetime(),
        adopted: idField.nullable(),
        madeGold: z.boolean(),
      })
      .nullable(),
    /** The next disagreement in the list; null at the end. */
    next: idField.nullable(),
    /** Waiting disagreements, up to 1,000. */
    waiting: z.number(),
  }),
})

export const getErrorOptionsContract = defineContract({
  name: 'getErrorOptions',
  method: 'get',
  path: '/projects/{project}/disagreements/{solution}/options',
  summary:
    'Get the options and candidate explanations of a step, to adjudicate it as the first error',
  input: z.strictObject({
    project: projectSlugField,
    solution: idField,
    step: stepQueryField,
    revision: z.coerce.number().int().min(1).max(int32Max),
  }),
  reply: revealedOptionsField,
})

export const adjudicateSolutionContract = defineContract({
  name: 'adjudicateSolution',
  method: 'post',
  path: '/projects/{project}/disagreements/{solution}/adjudications',
  summary: 'Adjudicate a solution',
  input: z.strictObject({
    project: projectSlugField,
    solution: idField,
    /** Revision of the steps that you read. Any other is a `conflict`. */
    revision: z.number().int().min(1).max(int32Max),
    /** Ratings up to and including the first error, or of all steps. */
    ratings: z.array(ratingField).min(1).max(importLineLimits.steps),
    answers: answersField.prefault({}).describe(answersDescription),
    /** The reason. For gold, annotators read it as the explanation. */
    note: textField(2_000).default(''),
    /** The annotation that you adopt. Its ratings must equal `ratings`. */
    adopted: idField.nullable().default(null),
    /** Also makes the solution gold. */
    gold: z.boolean().default(false),
    /** What you read. Any change since is a `conflict`. */
    expected: z.strictObject({
      annotations: z
        .array(z.strictObject({ annotation: idField, version: annotationVersionField }))
        .max(1_000),
      /** The current adjudication, which this one replaces. */
      adjudication: idField.nullable(),
    }),
  }),
  reply: z.object({
    adjudication: idField,
    at: z.iso.datetime(),
    isGold: z.boolean(),
    /** The annotators, whose names are shown from now on. */
    people: z.array(z.object({ annotation: idField, person: z.string() })),
  }),
})

export const withdrawAdjudicationContract = defineContract({
  name: 'withdrawAdjudication',
  method: 'post',
  path: '/projects/{project}/adjudications/{adjudication}/withdraw',
  summary: 'Withdraw an adjudication and the gold that it created',
  input: z.strictObject({ project: projectSlugField, adjudication: idField }),
  reply: z.object({
    solution: idField,
    /** The solution is no longer gold. */
    endedGold: z.boolean(),
  }),
})
