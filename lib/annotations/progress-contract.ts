import { defineContract, z } from '@/lib/platform/contract'
import { projectField } from '@/lib/platform/fields'

export const getProgressContract = defineContract({
  name: 'getProgress',
  method: 'get',
  path: '/projects/{project}/progress',
  summary: 'Get the progress of a project',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    problems: z.number(),
    solutions: z.number(),
    /**
     * Solutions in the queue with places left, those with someone now, and annotations still wanted, those in work left
     * out. Null for an annotator, whom they would tell gold, which takes no place, from work.
     */
    waiting: z.number().nullable(),
    leased: z.number().nullable(),
    openSlots: z.number().nullable(),
    /** `own`: an annotator sees what became of their own annotations only; others' would say what they found. */
    outcomes: z.enum(['own', 'all']),
    /** Submitted annotations by how they ended. */
    foundError: z.number(),
    noError: z.number(),
    givenUp: z.number(),
    badProblem: z.number(),
    /** Of those, annotations that came with data. */
    imported: z.number(),
    people: z.number(),
    /** Your own, since midnight UTC. */
    doneToday: z.number(),
  }),
})
