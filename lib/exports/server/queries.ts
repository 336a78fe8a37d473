import { streamQuery } from '@/lib/auth/server/operation'
import {
  labelsOnlyWriters,
  outputFormats,
  requirePreferenceForPromptSeparator,
  requireNeutralPolicyForFormat,
} from '@/lib/formats/output-formats'
import { AppError } from '@/lib/platform/errors'
import { exportAnnotationsContract } from '../contract'
import { excludedHeaderName, formatExcludedHeader } from '../excluded-header'
import { generateRecordLines } from '../generate-record-lines'
import { prepareConsensusRule } from './count-consensus'
import { countExclusions } from './count-exclusions.sql'
import { preferPrimaryKeyOrder } from './prefer-primary-key-order.sql'
import { readReleaseRecords } from './release-records'
import { rejectStepmarkConsensus, resolveConsensusFallback } from './resolve-options'
import { makeExportSelection } from './select-annotations'
import { readSelectedLabels, readStoredAnnotations } from './stored-annotations.sql'

export const exportAnnotations = streamQuery(exportAnnotationsContract, {
  action: 'export.run',
  scope: 'project',
  check({ format, neutral = null, events = false, consensus = 'each', fallback, promptSeparator }) {
    requireNeutralPolicyForFormat(format, neutral)
    requirePreferenceForPromptSeparator([format], promptSeparator)
    rejectStepmarkConsensus(format, consensus)
    resolveConsensusFallback({ consensus, fallback })
    if (events && format !== 'stepmark')
      throw new AppError(
        'invalid_input',
        `Format ${format} has no place for events: ask for stepmark, or leave them out.`,
      )
  },
  fileName: ({ project, format }) => {
    const { extension } = outputFormats[format]
    return format === extension ? `${project}.${extension}` : `${project}.${format}.${extension}`
  },
  mediaType: ({ format }) => outputFormats[format].mediaType,
  async readHeaders({ db, project }, { labels, includeQualityControl = false }) {
    const selection = makeExportSelection(project.id, { labels, includeQualityControl })
    const { excluded } = await countExclusions(db, selection)
    return { [excludedHeaderName]: formatExcludedHeader(excluded) }
  },
  async *run({ db, rows, project }, input) {
    const { format, neutral = null, labels, events = false, consensus = 'each', fallback } = input
    const { header } = outputFormats[format]
    if (header !== null) yield header
    const selection = {
      ...makeExportSelection(project.id, {
        labels,
        includeQualityControl: input.includeQualityControl ?? false,
      }),
      consensus,
      fallback: resolveConsensusFallback({ consensus, fallback }) ?? null,
    }
    await preferPrimaryKeyOrder(db)
    const options = { neutral, promptSeparator: input.promptSeparator }
    if (format === 'stepmark') {
      for await (const records of readStoredAnnotations(rows, selection, { events }))
        yield generateRecordLines(outputFormats.stepmark, records, options)
      return
    }
    const output = labelsOnlyWriters[format]
    const rule = await prepareConsensusRule(db, selection)
    if (rule)
      for await (const { record } of readReleaseRecords(rows, selection, rule, { events: false }))
        yield output.write(record, options)
    else
      for await (const records of readSelectedLabels(rows, selection))
        yield generateRecordLines(output, records, options)
  },
})
