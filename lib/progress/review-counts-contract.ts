import { defineContract, z } from '@/lib/platform/contract'
import { projectSlugField } from '@/lib/platform/fields'

export const getReviewCountsContract = defineContract({
  name: 'getReviewCounts',
  method: 'get',
  path: '/projects/{project}/review',
  summary: 'Count the work that waits for reviewers; most counts stop at 1,000',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    disagreements: z.number(),
    /** Returned and not submitted again. */
    returned: z.number(),
    /** Submitted again and not reviewed. */
    corrected: z.number(),
    /** Steps with open questions. */
    questions: z.number(),
    /** In the review sample and not reviewed. */
    sampled: z.number(),
    /** Steps reported as badly split. */
    splits: z.number(),
    unsureAnswers: z
      .number()
      .describe(
        'Solutions with an unsure verdict whose problem has a reference answer; checks at most 10,000 unsure solutions',
      ),
    noAnswer: z.number().describe('The same for solutions without a final answer'),
    adjudicated: z.number(),
    /** Paused annotators. */
    paused: z.number(),
    /** Annotators who failed screening and wait for an admin. */
    screeningFailed: z.number(),
  }),
})
