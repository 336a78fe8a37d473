import { phase1Line, phase2Line } from '@/lib/formats/prm800k-schema'
import { stepmarkLine } from '@/lib/formats/stepmark-schema'
import { defineContract, z } from '@/lib/platform/contract'
import { projectField } from '@/lib/platform/fields'

export const runExportContract = defineContract({
  name: 'runExport',
  method: 'get',
  path: '/projects/{project}/export',
  summary: 'Submitted labellings as JSONL, oldest first, as of one instant',
  sends: 'lines',
  input: z
    .strictObject({
      project: projectField,
      /** `prm800k`: what PRM800K has a place for. `stepmark`: everything that is stored. */
      format: z.enum(['prm800k', 'stepmark']),
      /** `own`: made here. `imported`: came with data. */
      labels: z.enum(['all', 'own', 'imported']).default('all'),
      /** Format `stepmark`: with everything that happened while labelling, in order. */
      events: z
        .enum(['true', 'false'])
        .transform((value) => value === 'true')
        .optional(),
    })
    .refine(({ format, events }) => format === 'stepmark' || !events, {
      message: 'PRM800K has no place for events: ask for format stepmark, or leave them out.',
      path: ['events'],
    }),
  reply: z.union([stepmarkLine, phase2Line, phase1Line]),
})
