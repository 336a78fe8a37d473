import { stringify } from 'csv-stringify/browser/esm/sync'
import { listDisplayedOptions } from './label-path'
import { hasRatingsAfterError } from './labels-after-error'
import type { LabelsOutputFormat } from './output-format'
import type { LabelsRecord } from './record'

/** The columns in order. */
export const csvOutputColumns = [
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

type CsvRow = Record<(typeof csvOutputColumns)[number], string | number>

/** Characters that make spreadsheets read a formula, including full-width ones. */
const formulaStart = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/**
 * Prefixes an apostrophe to a text that a spreadsheet would read as a formula. To reverse it,
 * remove one apostrophe where apostrophes precede such a character: a text that already had some
 * gets one more.
 */
export function escapeFormulaCell(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** One row for each rated option, including human options (+1). */
function* walkRows(record: LabelsRecord): Generator<CsvRow> {
  const { problem, solution, annotation } = record
  const commonCells = {
    problem: escapeFormulaCell(problem.externalId ?? problem.id),
    solution: escapeFormulaCell(solution.externalId ?? solution.id),
    annotation: escapeFormulaCell(annotation.id),
    labeler: escapeFormulaCell(annotation.labeler),
    submitted_at: escapeFormulaCell(annotation.submittedAt ?? annotation.recordedAt ?? ''),
    finish_reason: annotation.finishReason,
    statement: escapeFormulaCell(problem.statement),
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
        source:
          option === null ? 'human' : escapeFormulaCell(sources.get(`${step}/${option}`) ?? ''),
        rating,
        flagged: flagged === null ? '' : String(flagged),
        chosen: String(isChosen),
        text: escapeFormulaCell(text),
      }
    }
}

/**
 * Quotes every text, so that nothing in it ends a cell. Numbers are not quoted, so that -1 stays a
 * number.
 */
export function writeCsvRow(row: readonly (string | number)[]): string {
  return stringify([[...row]], { eof: false, quoted_string: true })
}

export const csvOutput: LabelsOutputFormat = {
  extension: 'csv',
  mediaType: 'text/csv',
  needsNeutral: false,
  header: csvOutputColumns.join(','),
  identifyingKeys: null,
  *write(record) {
    for (const row of walkRows(record))
      yield writeCsvRow(csvOutputColumns.map((column) => row[column]))
  },
  hasLabelsAfterError: ({ annotation }) => hasRatingsAfterError(annotation.ratings),
}
