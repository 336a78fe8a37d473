import { defineContract, z } from '@/lib/platform/contract'
import { projectSlugField } from '@/lib/platform/fields'

export const getProgressContract = defineContract({
  name: 'getProgress',
  method: 'get',
  path: '/projects/{project}/progress',
  summary: 'Get the progress of a project',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    problems: z.number(),
    solutions: z.number(),
    /**
     * Solutions in the queue with free slots, solutions in progress, and the free slots themselves.
     * Null for annotators, who could use them to tell gold, which has no slot, from work.
     */
    waiting: z.number().nullable(),
    leased: z.number().nullable(),
    openSlots: z.number().nullable(),
    /**
     * `own`: annotators see the outcomes of their own annotations only, because others' would
     * reveal errors.
     */
    outcomes: z.enum(['own', 'all']),
    /** Submitted annotations by finish reason. */
    foundError: z.number(),
    noError: z.number(),
    givenUp: z.number(),
    badProblem: z.number(),
    /** Of those, imported ones. */
    imported: z.number(),
    people: z.number(),
    /** Your own, since midnight UTC. */
    doneToday: z.number(),
    /** Your own that were returned to you. */
    returned: z.number(),
  }),
})

export const getOwnProgressContract = defineContract({
  name: 'getOwnProgress',
  method: 'get',
  path: '/projects/{project}/progress/own',
  summary: 'Get the number of annotations that you submitted today',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    /** Since midnight UTC. */
    doneToday: z.number(),
  }),
})
