import { lineQuery } from '@/lib/auth/server/operation'
import {
  labelsFormats,
  outputFormats,
  refuseUnusedSeparator,
  requireNeutral,
} from '@/lib/formats/output-formats'
import { writeStepmarkLine } from '@/lib/formats/stepmark'
import { AppError } from '@/lib/platform/errors'
import type { RowReader } from '@/lib/platform/server/row-reader'
import { exportAnnotationsContract } from '../contract'
import type { ConsensusRule } from '../decide-consensus'
import { excludedHeader, formatExcluded } from '../excluded-header'
import { prepareRule } from './count-consensus'
import { countExclusions } from './count-exclusions.sql'
import { preferPrimaryKeyOrder } from './prefer-primary-key-order.sql'
import { readReleaseRows } from './release-rows'
import { makeExportSelection, type Selection } from './select-annotations'
import { refuseStepmarkConsensus, resolveFallback } from './resolve-options'
import { readLabels, readStoredAnnotations } from './stored-annotations.sql'

export const exportAnnotations = lineQuery(exportAnnotationsContract, {
  action: 'export.run',
  scope: 'project',
  check({ format, neutral = null, events = false, consensus = 'each', fallback, promptSeparator }) {
    requireNeutral(format, neutral)
    refuseUnusedSeparator([format], promptSeparator)
    refuseStepmarkConsensus(format, consensus)
    resolveFallback({ consensus, fallback })
    if (events && format !== 'stepmark')
      throw new AppError(
        'invalid_input',
        `Format ${format} has no place for events: ask for stepmark, or leave them out.`,
      )
  },
  fileName: ({ project, format }) => `${project}.${format}.${outputFormats[format].extension}`,
  mediaType: ({ format }) => outputFormats[format].mediaType,
  async readHeaders({ db, project }, { labels, includeQualityControl = false }) {
    const selection = makeExportSelection(project.id, { labels, includeQualityControl })
    const { excluded } = await countExclusions(db, selection)
    return { [excludedHeader]: formatExcluded(excluded) }
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
      fallback: resolveFallback({ consensus, fallback }) ?? null,
    }
    if (consensus !== 'each') await preferPrimaryKeyOrder(db)
    if (format === 'stepmark') {
      for await (const record of readStoredAnnotations(rows, selection, { events }))
        yield writeStepmarkLine(record)
      return
    }
    const rule = await prepareRule(db, selection)
    const records = rule ? readConsensusRecords(rows, selection, rule) : readLabels(rows, selection)
    const { promptSeparator } = input
    for await (const record of records)
      yield* labelsFormats[format].write(record, { neutral, promptSeparator })
  },
})

async function* readConsensusRecords(rows: RowReader, selection: Selection, rule: ConsensusRule) {
  for await (const { record } of readReleaseRows(rows, selection, rule, { events: false }))
    yield record
}
