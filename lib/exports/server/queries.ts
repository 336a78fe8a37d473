import { streamQuery } from '@/lib/auth/server/operation'
import type { LabelsOutputFormat, WriteOptions } from '@/lib/formats/output-format'
import {
  labelsOutputFormats,
  outputFormats,
  requirePreferenceForPromptSeparator,
  requireNeutralPolicyForFormat,
} from '@/lib/formats/output-formats'
import type { LabelsRecord } from '@/lib/formats/record'
import { writeStepmarkLine } from '@/lib/formats/stepmark'
import { AppError } from '@/lib/platform/errors'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'
import { exportAnnotationsContract } from '../contract'
import type { ConsensusRule } from '../decide-consensus'
import { excludedHeaderName, formatExcludedHeader } from '../excluded-header'
import { prepareConsensusRule } from './count-consensus'
import { countExclusions } from './count-exclusions.sql'
import { preferPrimaryKeyOrder } from './prefer-primary-key-order.sql'
import { readReleaseRows } from './release-rows'
import { rejectStepmarkConsensus, resolveConsensusFallback } from './resolve-options'
import { makeExportSelection, type AnnotationSelection } from './select-annotations'
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
    if (consensus !== 'each') await preferPrimaryKeyOrder(db)
    if (format === 'stepmark') {
      for await (const record of readStoredAnnotations(rows, selection, { events }))
        yield writeStepmarkLine(record)
      return
    }
    const rule = await prepareConsensusRule(db, selection)
    const blocks = rule
      ? readConsensusRecords(rows, selection, rule)
      : readSelectedLabels(rows, selection)
    const options = { neutral, promptSeparator: input.promptSeparator }
    for await (const records of blocks)
      yield writeRecords(labelsOutputFormats[format], records, options)
  },
})

function* writeRecords(
  format: LabelsOutputFormat,
  records: readonly LabelsRecord[],
  options: WriteOptions,
): Generator<string> {
  for (const record of records) yield* format.write(record, options)
}

async function* readConsensusRecords(
  rows: BulkRowReader,
  selection: AnnotationSelection,
  rule: ConsensusRule,
) {
  for await (const { record } of readReleaseRows(rows, selection, rule, { events: false }))
    yield [record]
}
