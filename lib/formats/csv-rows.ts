import { stringify } from 'csv-stringify/browser/esm/sync'

import { listDisplayedOptions } from './label-path'
import type { LabelsFormat } from './output-format'
import type { LabelsRecord } from './record'

/** The columns, in their order. */
export const csvColumns = [
  'problem',
  'solution',
  'annotation',
  'labeler',
  'submitted_at',
  'finish_reason',
  'step',
  'option',
  'source',
  'rating',
  'flagged',
  'chosen',
  'statement',
  'text',
] as const

type CsvRow = Record<(typeof csvColumns)[number], string | number>

/** Characters by which spreadsheets tell a formula, full-width ones included. */
const formulaStart = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/**
 * A text that no spreadsheet takes for a formula: an apostrophe is put before one that would be. To read it back, take
 * one apostrophe off where apostrophes are followed by such a character: what had some already gets one more.
 */
export function guardCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** One row for each rated option, human options (+1) included. */
function* walkRows(record: LabelsRecord): Generator<CsvRow> {
  const { problem, solution, annotation } = record
  const commonCells = {
    problem: guardCell(problem.externalId ?? problem.id),
    solution: guardCell(solution.externalId ?? solution.id),
    annotation: guardCell(annotation.id),
    labeler: guardCell(annotation.labeler),
    submitted_at: guardCell(annotation.recordedAt ?? annotation.submittedAt ?? ''),
    finish_reason: annotation.finishReason,
    statement: guardCell(problem.statement),
  }
  const sources = new Map(
    solution.options.map(({ step, option, source }) => [`${step}/${option}`, source]),
  )
  for (const [step, options] of listDisplayedOptions(record).entries())
    for (const { option, text, rating, flagged, isChosen } of options) {
      if (rating === null) continue
      yield {
        ...commonCells,
        step,
        option: option ?? '',
        source: option === null ? 'human' : guardCell(sources.get(`${step}/${option}`) ?? ''),
        rating,
        flagged: flagged === null ? '' : String(flagged),
        chosen: String(isChosen),
        text: guardCell(text),
      }
    }
}

/** Every text in quotes, so that nothing within it ends a cell; numbers bare, so that -1 stays a number. */
export function writeCsvRow(row: readonly (string | number)[]): string {
  return stringify([[...row]], { eof: false, quoted_string: true })
}

export const csvOutput: LabelsFormat = {
  extension: 'csv',
  mediaType: 'text/csv',
  needsNeutral: false,
  header: csvColumns.join(','),
  *write(record) {
    for (const row of walkRows(record)) yield writeCsvRow(csvColumns.map((column) => row[column]))
  },
}
