import { stepOnPageField } from '@/lib/annotations/step-page'
import { importLineLimits } from '@/lib/formats/import-line-limits'
import { defineContract, z } from '@/lib/platform/contract'
import {
  idField,
  int32Max,
  pageCursorField,
  projectSlugField,
  textField,
} from '@/lib/platform/fields'
import { reviewedSolutionFields } from '@/lib/reviews/reviewed-fields'

/** How gold was created. */
export const goldOrigins = ['imported', 'marked', 'adjudicated', 'consensus'] as const

const answersField = z.object({
  exact: z.number(),
  near: z.number().describe('The first error was off by one step'),
  verdict: z.number().describe('The solution has an error, but at another step'),
  missed: z.number().describe('No error found in a solution with an error'),
  falseAlarm: z.number().describe('An error found in a solution without one'),
  unanswered: z.number().describe('Given up or bad problem'),
})

/** Answers in ordinary work are also counted on the page of their annotator. */
const answerFields = {
  answers: answersField.describe('Answers of annotators in ordinary work'),
  screeningAnswers: answersField.describe('Answers of annotators in screening'),
}

const goldFields = {
  /** Accepted first errors, 0-based and ascending. Empty: no error. */
  firstErrors: z.array(z.number()),
  explanation: z.string().nullable(),
  origin: z.enum(goldOrigins),
  /** Who marked, adjudicated or accepted it; null if it was imported. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
}

export const listGoldContract = defineContract({
  name: 'listGold',
  method: 'get',
  path: '/projects/{project}/gold',
  summary: 'List gold solutions and how annotators answered them',
  input: z.strictObject({
    project: projectSlugField,
    origin: z.enum(goldOrigins).optional(),
    error: z.enum(['some', 'none']).optional().describe('Only gold with an error, or without one'),
    search: textField(200)
      .optional()
      .describe('Text in the problem, the explanation or the external id'),
    order: z.enum(['newest', 'hardest']).default('newest'),
    /** `next` of the previous page, in the same order. */
    after: pageCursorField.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    /** All matching gold. */
    count: z.number(),
    gold: z.array(
      z.object({
        solution: idField,
        externalId: z.string().nullable(),
        problem: z.string().describe('The beginning of its statement'),
        stepCount: z.number(),
        ...goldFields,
        ...answerFields,
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const getGoldContract = defineContract({
  name: 'getGold',
  method: 'get',
  path: '/projects/{project}/gold/{solution}',
  summary: 'Get a solution, its gold answer if it has one, and how annotators labelled it',
  input: z.strictObject({
    project: projectSlugField,
    solution: textField(500).min(1).describe('Its id or external id'),
    around: stepOnPageField.optional(),
  }),
  reply: z.object({
    ...reviewedSolutionFields,
    /** Why the solution can't be gold; null if it can. */
    refusal: z.string().nullable(),
    /** Null if the solution is not gold. */
    gold: z.object(goldFields).nullable(),
    ...answerFields,
    /** Finished annotations of the current steps, by first error. */
    firstErrorCounts: z.array(
      z.object({
        error: z.number().nullable().describe('0-based; null for none'),
        work: z.number().describe('Annotations from ordinary work and imports'),
        answers: z.number().describe('Answers to it as gold or screening'),
      }),
    ),
  }),
})

const solutionField = z.strictObject({ project: projectSlugField, solution: idField })

export const markSolutionAsGoldContract = defineContract({
  name: 'markSolutionAsGold',
  method: 'post',
  path: '/projects/{project}/gold/{solution}',
  summary: 'Make a solution gold or change its gold answer; removes it from ordinary work',
  input: solutionField.extend({
    /** Revision of the steps that you read. Any other is a `conflict`. */
    revision: z.number().int().min(1).max(int32Max),
    /** Accepted first errors, 0-based. Empty: no error. */
    firstErrors: z
      .array(
        z
          .number()
          .int()
          .min(0)
          .max(importLineLimits.steps - 1),
      )
      .max(importLineLimits.steps),
    /** Shown to annotators after they submitted. */
    explanation: textField(2_000).default(''),
  }),
  reply: z.object({
    solution: idField,
    wasGold: z.boolean(),
    /** Free slots in the queue that were closed. */
    closedSlots: z.number(),
  }),
})

export const unmarkSolutionAsGoldContract = defineContract({
  name: 'unmarkSolutionAsGold',
  method: 'post',
  path: '/projects/{project}/gold/{solution}/unmark',
  summary: 'Remove gold from a solution and reopen its slots in the queue',
  input: solutionField,
  reply: z.object({ solution: idField, reopenedSlots: z.number() }),
})

export const maxGoldCandidates = 50

const candidateFields = {
  solution: idField,
  /** 0-based; null if all found no error. */
  error: z.int().min(0).max(int32Max).nullable(),
  /** Annotators who agree. */
  people: z.number(),
}

export const listGoldCandidatesContract = defineContract({
  name: 'listGoldCandidates',
  method: 'get',
  path: '/projects/{project}/gold-candidates',
  summary: 'List solutions whose annotations agree on the first error',
  input: z.strictObject({
    project: projectSlugField,
    people: z.coerce
      .number()
      .int()
      .min(2)
      .max(20)
      .default(2)
      .describe('Minimum number of annotators'),
    error: z.enum(['some', 'none']).optional(),
    /** `next` of the previous page. */
    after: idField.optional(),
    limit: z.coerce.number().int().min(1).max(maxGoldCandidates).default(maxGoldCandidates),
  }),
  reply: z.object({
    candidates: z.array(
      z.object({
        ...candidateFields,
        externalId: z.string().nullable(),
        problem: z.string().describe('The beginning of its statement'),
        stepCount: z.number(),
        /** The beginning of the step with the error; null without an error. */
        step: z.string().nullable(),
        /** The first explanation of an annotator. */
        explanation: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const acceptConsensusAsGoldContract = defineContract({
  name: 'acceptConsensusAsGold',
  method: 'post',
  path: '/projects/{project}/gold-candidates/accept',
  summary: 'Make solutions gold with the first error that their annotations agree on',
  input: z.strictObject({
    project: projectSlugField,
    /** As you read them. A solution is skipped if its consensus has changed since, or fewer annotators agree. */
    solutions: z
      .array(
        z.strictObject(candidateFields).extend({ people: z.number().int().min(2).max(int32Max) }),
      )
      .min(1)
      .max(maxGoldCandidates)
      .refine((list) => new Set(list.map(({ solution }) => solution)).size === list.length, {
        message: 'names a solution twice',
      }),
  }),
  reply: z.object({
    accepted: z.number(),
    /** Solutions that were not made gold, and why. */
    skipped: z.array(z.object({ solution: idField, reason: z.string() })),
  }),
})
