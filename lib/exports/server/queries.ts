import { lineQuery } from '@/lib/auth/server/operation'
import { writePrm800kLine } from '@/lib/formats/prm800k'
import { writeStepmarkLine } from '@/lib/formats/stepmark'
import { runExportContract } from '../contract'
import { readLabellings } from './labellings.sql'
import { readStoredLabellings } from './stored-labellings.sql'

export const runExport = lineQuery(runExportContract, {
  action: 'export.run',
  scope: 'project',
  fileName: ({ project, format }) => `${project}.${format}.jsonl`,
  async *run({ db, project }, { format, labels, events = false }) {
    if (format === 'prm800k')
      for await (const { problem, solution, labelling } of readLabellings(db, project.id, labels))
        yield writePrm800kLine(problem, solution, labelling)
    else
      for await (const record of readStoredLabellings(db, project.id, labels, { events }))
        yield writeStepmarkLine(record)
  },
})
