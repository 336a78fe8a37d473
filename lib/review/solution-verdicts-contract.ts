import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, projectField, textField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { pairField, seenField, standingFields, verdictField } from './answers-contract'
import { shownAnswerCharacters } from './shown-answer'

/** Solutions that a page of a list holds. */
export const solutionsPerPage = 20

const standingReply = z.object({ solution: idField, ...standingFields })

const solutionReply = standingReply.extend({
  externalId: z.string().nullable(),
  problem: typesetField,
  lastStep: typesetField,
})

const pageField = z.coerce.number().int().min(1).max(10_000).default(1)
const oneSolution = { project: projectField, solution: idField, seen: seenField }

export const listPairSolutionsContract = defineContract({
  name: 'listPairSolutions',
  method: 'get',
  path: '/projects/{project}/answers/{pair}/solutions',
  summary: 'The solutions that have a pair of answers, one by one',
  input: z.strictObject({ project: projectField, pair: pairField, page: pageField }),
  reply: z.object({ solutions: z.array(solutionReply), pages: z.number() }),
})

export const listUnansweredContract = defineContract({
  name: 'listUnanswered',
  method: 'get',
  path: '/projects/{project}/answers/unanswered',
  summary:
    'Solutions in which no final answer was found: those that wait, best-scored first, then those of which a person has spoken',
  input: z.strictObject({ project: projectField, page: pageField }),
  reply: z.object({
    solutions: z.array(
      solutionReply.extend({
        truth: z
          .string()
          .nullable()
          .describe(`The reference answer, at most ${shownAnswerCharacters} characters of it`),
        looksLike: z
          .object({ answer: z.string(), verdict: verdictField, reason: z.string() })
          .nullable()
          .describe('The last value in its last step, and what the grader would say of it'),
      }),
    ),
    pages: z.number(),
  }),
})

export const overruleVerdictContract = defineContract({
  name: 'overruleVerdict',
  method: 'post',
  path: '/projects/{project}/solutions/{solution}/verdict',
  summary: 'Say of one solution alone whether its final answer is right, and why',
  input: z.strictObject({
    ...oneSolution,
    verdict: verdictField,
    note: textField(1_000)
      .default('')
      .describe('Why; it may be empty only where no final answer was found'),
  }),
  reply: standingReply,
})

export const readAnswerContract = defineContract({
  name: 'readAnswer',
  method: 'post',
  path: '/projects/{project}/solutions/{solution}/verdict/reading',
  summary:
    'Say what one solution answers: the grader judges it, and its verdict is stored as your word on this solution alone',
  input: z.strictObject({ ...oneSolution, answer: filledTextField(400) }),
  reply: standingReply,
})

export const restoreVerdictContract = defineContract({
  name: 'restoreVerdict',
  method: 'post',
  path: '/projects/{project}/solutions/{solution}/verdict/restore',
  summary:
    'Take back what was said of one solution alone: the word on its pair counts again, else that of the file, else it is graded',
  input: z.strictObject(oneSolution),
  reply: standingReply,
})
