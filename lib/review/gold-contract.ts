import { formatLimits } from '@/lib/formats/limits'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, int32Max, projectField, textField } from '@/lib/platform/fields'
import { timeCursor } from './adjudication-contract'
import { reviewedSolutionFields } from './said-field'

/** Where gold comes from. */
export const goldOrigins = ['imported', 'marked', 'adjudicated', 'consensus'] as const

const answersField = z
  .object({
    exact: z.number(),
    near: z.number().describe('A step beside it'),
    verdict: z.number().describe('An error where there is one, elsewhere'),
    missed: z.number().describe('No error where there is one'),
    falseAlarm: z.number().describe('An error where there is none'),
    unanswered: z.number().describe('Given up, or said to be a bad problem'),
  })
  .describe('How people did on it, among their work or to be let in')

const knownFields = {
  /** 0-based and rising; each is right. None: there is no error. */
  firstErrors: z.array(z.number()),
  explanation: z.string().nullable(),
  origin: z.enum(goldOrigins),
  /** Who marked, adjudicated or accepted it; null: it came with data. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
}

export const listGoldContract = defineContract({
  name: 'listGold',
  method: 'get',
  path: '/projects/{project}/gold',
  summary: 'Solutions whose first errors are known, and how people did on each',
  input: z.strictObject({
    project: projectField,
    origin: z.enum(goldOrigins).optional(),
    error: z.enum(['some', 'none']).optional().describe('With an error, or without'),
    search: textField(200)
      .optional()
      .describe('Words of the problem, of the explanation, or of its name in the data'),
    order: z.enum(['newest', 'hardest']).default('newest'),
    /** `next` of the page before, in the same order. */
    after: timeCursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    /** All that match. */
    count: z.number(),
    gold: z.array(
      z.object({
        solution: idField,
        externalId: z.string().nullable(),
        problem: z.string().describe('Its beginning'),
        stepCount: z.number(),
        ...knownFields,
        answers: answersField,
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const getGoldContract = defineContract({
  name: 'getGold',
  method: 'get',
  path: '/projects/{project}/gold/{solution}',
  summary: 'A solution, what is known of it if it is gold, and what people said of it',
  input: z.strictObject({
    project: projectField,
    solution: textField(500).min(1).describe('Its id, or its name in the data'),
  }),
  reply: z.object({
    ...reviewedSolutionFields,
    /** Why it cannot be gold, in words; null where it can. */
    refusal: z.string().nullable(),
    /** Null: it is no gold. */
    gold: z.object(knownFields).nullable(),
    answers: answersField,
    /** What finished annotations of the steps as they are say, by first error. */
    said: z.array(
      z.object({
        error: z.number().nullable().describe('0-based; null for none'),
        work: z.number().describe('Of ordinary work, and labels that came with data'),
        answers: z.number().describe('Answers to it as gold'),
      }),
    ),
  }),
})

const solutionField = z.strictObject({ project: projectField, solution: idField })

export const markGoldContract = defineContract({
  name: 'markGold',
  method: 'post',
  path: '/projects/{project}/gold/{solution}',
  summary: 'Make a solution gold, or say anew what is known of it; it is no ordinary work any more',
  input: solutionField.extend({
    /** Of the steps, as they were read; another is a `conflict`. */
    revision: z.number().int().min(1).max(int32Max),
    /** 0-based; each is right. None: there is no error. */
    firstErrors: z
      .array(
        z
          .number()
          .int()
          .min(0)
          .max(formatLimits.steps - 1),
      )
      .max(formatLimits.steps),
    /** What people are told after they answered it. */
    explanation: textField(2_000).default(''),
  }),
  reply: z.object({
    solution: idField,
    wasGold: z.boolean(),
    /** Places in the queue that nobody had taken. */
    closedPlaces: z.number(),
  }),
})

export const unmarkGoldContract = defineContract({
  name: 'unmarkGold',
  method: 'post',
  path: '/projects/{project}/gold/{solution}/unmark',
  summary: 'A solution is gold no more; places in the queue that it closed open again',
  input: solutionField,
  reply: z.object({ solution: idField, openedPlaces: z.number() }),
})

/** The most that one call accepts. */
export const mostAccepted = 50

const candidateFields = {
  solution: idField,
  /** 0-based; null: all say that there is none. */
  error: z.number().nullable(),
  /** Who agree on it. */
  people: z.number(),
}

export const listGoldCandidatesContract = defineContract({
  name: 'listGoldCandidates',
  method: 'get',
  path: '/projects/{project}/gold-candidates',
  summary: 'Solutions whose annotations agree on the first error: each can be accepted as gold',
  input: z.strictObject({
    project: projectField,
    people: z.coerce.number().int().min(2).max(20).default(2).describe('At least so many'),
    error: z.enum(['some', 'none']).optional(),
    /** `next` of the page before. */
    after: idField.optional(),
    limit: z.coerce.number().int().min(1).max(mostAccepted).default(mostAccepted),
  }),
  reply: z.object({
    candidates: z.array(
      z.object({
        ...candidateFields,
        externalId: z.string().nullable(),
        problem: z.string().describe('Its beginning'),
        stepCount: z.number(),
        /** The beginning of the step with the error; null where there is none. */
        step: z.string().nullable(),
        /** What one of them wrote of the mistake: it becomes the explanation. */
        explanation: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const acceptConsensusContract = defineContract({
  name: 'acceptConsensus',
  method: 'post',
  path: '/projects/{project}/gold-candidates/accept',
  summary: 'Make solutions gold by what their annotations agree on',
  input: z.strictObject({
    project: projectField,
    /** As they were read: one whose annotations say something else by now is left as it is. */
    solutions: z
      .array(
        z.strictObject(candidateFields).extend({ people: z.number().int().min(2).max(int32Max) }),
      )
      .min(1)
      .max(mostAccepted)
      .refine((list) => new Set(list.map(({ solution }) => solution)).size === list.length, {
        message: 'names a solution twice',
      }),
  }),
  reply: z.object({
    accepted: z.number(),
    /** Those that are not gold by this, and why. */
    left: z.array(z.object({ solution: idField, reason: z.string() })),
  }),
})
