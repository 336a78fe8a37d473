import { defineContract, z } from '@/lib/platform/contract'
import { nonBlankTextField, idField, projectSlugField, textField } from '@/lib/platform/fields'
import { typesetTextField } from '@/lib/typesetting/typeset-field'
import { maxAnswerExcerptCharacters } from './answer-excerpt'
import {
  answerPairIdField,
  expectedDecisionTimeField,
  verdictStatusFields,
  verdictField,
} from './contract'

export const solutionsPerPage = 20

const verdictStatusReply = z.object({ solution: idField, ...verdictStatusFields })

const solutionReply = verdictStatusReply.extend({
  externalId: z.string().nullable(),
  problem: typesetTextField,
  lastStep: typesetTextField,
})

const pageField = z.coerce.number().int().min(1).max(10_000).default(1)
const solutionParams = {
  project: projectSlugField,
  solution: idField,
  expected: expectedDecisionTimeField,
}

export const listPairSolutionsContract = defineContract({
  name: 'listPairSolutions',
  method: 'get',
  path: '/projects/{project}/answers/{pair}/solutions',
  summary: 'List the solutions with a pair of answers',
  input: z.strictObject({ project: projectSlugField, pair: answerPairIdField, page: pageField }),
  reply: z.object({ solutions: z.array(solutionReply), pages: z.number() }),
})

export const listUnansweredSolutionsContract = defineContract({
  name: 'listUnansweredSolutions',
  method: 'get',
  path: '/projects/{project}/answers/unanswered',
  summary: 'List solutions without a final answer: waiting ones by score, then decided ones',
  input: z.strictObject({ project: projectSlugField, page: pageField }),
  reply: z.object({
    solutions: z.array(
      solutionReply.extend({
        referenceAnswer: z
          .string()
          .nullable()
          .describe(`At most ${maxAnswerExcerptCharacters} characters`),
        suggestion: z
          .object({ answer: z.string(), verdict: verdictField, reason: z.string() })
          .nullable()
          .describe('The last value in its last step, and the verdict of the grader on it'),
      }),
    ),
    pages: z.number(),
  }),
})

export const overrideVerdictContract = defineContract({
  name: 'overrideVerdict',
  method: 'post',
  path: '/projects/{project}/solutions/{solution}/verdict',
  summary: 'Override the verdict on one solution',
  input: z.strictObject({
    ...solutionParams,
    verdict: verdictField,
    note: textField(1_000)
      .default('')
      .describe('The reason; required unless no final answer was found'),
  }),
  reply: verdictStatusReply,
})

export const enterFinalAnswerContract = defineContract({
  name: 'enterFinalAnswer',
  method: 'post',
  path: '/projects/{project}/solutions/{solution}/verdict/answer',
  summary:
    'Enter the final answer of one solution; stores the verdict of the grader on it as your decision',
  input: z.strictObject({ ...solutionParams, answer: nonBlankTextField(400) }),
  reply: verdictStatusReply,
})

export const restoreVerdictContract = defineContract({
  name: 'restoreVerdict',
  method: 'post',
  path: '/projects/{project}/solutions/{solution}/verdict/restore',
  summary:
    'Restore the verdict on one solution: from its pair, else from the file, else from the grader',
  input: z.strictObject(solutionParams),
  reply: verdictStatusReply,
})
