import { defineContract, z } from '@/lib/platform/contract'
import { projectField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { getWorkContract } from './contract'
import { ratingField } from './state-fields'

export const listPracticeContract = defineContract({
  name: 'listPractice',
  method: 'get',
  path: '/projects/{project}/practice',
  summary: 'List practice solutions',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    /** Whether you finished the practice. */
    isDone: z.boolean(),
    solutions: z.array(
      z.object({
        work: getWorkContract.reply,
        hint: z.string(),
        /** The expected first error, 0-based; null for no error. */
        firstError: z.number().nullable(),
        /** The expected ratings of the alternatives there. */
        optionRatings: z.array(ratingField),
        why: typesetField,
      }),
    ),
  }),
})

export const finishPracticeContract = defineContract({
  name: 'finishPractice',
  method: 'post',
  path: '/projects/{project}/practice',
  summary: 'Mark the practice as finished',
  input: z.strictObject({ project: projectField }),
  reply: z.object({ isDone: z.literal(true) }),
})
