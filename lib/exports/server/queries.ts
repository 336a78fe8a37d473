import { lineQuery } from '@/lib/auth/server/operation'
import { labelsFormats, outputFormats, requireNeutral } from '@/lib/formats/output-formats'
import { writeStepmarkLine } from '@/lib/formats/stepmark'
import { AppError } from '@/lib/platform/errors'
import { runExportContract } from '../contract'
import { selectAll } from './select-labellings'
import { readLabels, readStoredLabellings } from './stored-labellings.sql'

export const runExport = lineQuery(runExportContract, {
  action: 'export.run',
  scope: 'project',
  check({ format, neutral = null, events = false }) {
    requireNeutral(format, neutral)
    if (events && format !== 'stepmark')
      throw new AppError(
        'invalid_input',
        `Format ${format} has no place for events: ask for stepmark, or leave them out.`,
      )
  },
  fileName: ({ project, format }) => `${project}.${format}.${outputFormats[format].extension}`,
  mediaType: ({ format }) => outputFormats[format].mediaType,
  async *run({ rows, project }, { format, neutral = null, labels, events = false }) {
    const { header } = outputFormats[format]
    if (header !== null) yield header
    const selection = selectAll(project.id, labels)
    if (format === 'stepmark')
      for await (const record of readStoredLabellings(rows, selection, { events }))
        yield writeStepmarkLine(record)
    else
      for await (const record of readLabels(rows, selection))
        yield* labelsFormats[format].write(record, { neutral })
  },
})
