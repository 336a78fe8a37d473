import { lineQuery } from '@/lib/auth/server/operation'
import { writePrm800kLine } from '@/lib/formats/prm800k'
import { runExportContract } from '../contract'
import { readLabellings } from './labellings.sql'

export const runExport = lineQuery(runExportContract, {
  action: 'export.run',
  scope: 'project',
  fileName: ({ project, format }) => `${project}.${format}.jsonl`,
  async *run({ db, project }, { labels }) {
    for await (const { problem, solution, labelling } of readLabellings(db, project.id, labels))
      yield writePrm800kLine(problem, solution, labelling)
  },
})
