import { defineContract, z } from '@/lib/platform/contract'
import { projectField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { getWorkContract } from './contract'
import { ratingField } from './state-fields'

export const listPracticeContract = defineContract({
  name: 'listPractice',
  method: 'get',
  path: '/projects/{project}/practice',
  summary: 'Solutions to practise on, as the labelling page shows them; nothing of them is kept',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    /** When you were through with them; null if never. */
    isDone: z.boolean(),
    solutions: z.array(
      z.object({
        work: getWorkContract.reply,
        hint: z.string(),
        /** What a careful annotator finds: shown after the answer. 0-based; null for no error. */
        firstError: z.number().nullable(),
        /** What the alternatives there should be rated. */
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
  summary: 'Say that you are through with the practice solutions',
  input: z.strictObject({ project: projectField }),
  reply: z.object({ isDone: z.literal(true) }),
})
