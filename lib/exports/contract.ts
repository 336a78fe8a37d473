import { defineContract, z } from '@/lib/platform/contract'
import { projectField } from '@/lib/platform/fields'

export const runExportContract = defineContract({
  name: 'runExport',
  method: 'get',
  path: '/projects/{project}/export',
  summary: 'Submitted labellings as JSONL, oldest first, as of one instant',
  sends: 'lines',
  input: z.strictObject({
    project: projectField,
    format: z.enum(['prm800k']),
    /** `own`: made here. `imported`: came with data. */
    labels: z.enum(['all', 'own', 'imported']).default('all'),
  }),
  reply: z.looseObject({ labeler: z.string(), timestamp: z.string() }),
})
