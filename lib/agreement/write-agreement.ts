import { escapeFormulaCell, writeCsvRow } from '@/lib/formats/csv-rows'
import type { AgreementFilters } from './agreement-filters'
import { type AgreementMeasure, agreementMeasureNames } from './agreement-report'
import type { AgreementResult } from './contract'

interface AgreementToWrite {
  project: string
  agreement: string
  filters: AgreementFilters
  by: string
  result: AgreementResult
}

/** The report and its source, as JSON. */
export function* writeAgreementJson(agreementToWrite: AgreementToWrite): Generator<string> {
  const { result, ...source } = agreementToWrite
  const { report, sample, annotations, excluded, names, asOf } = result
  const file = { ...source, sample, asOf, annotations, excluded, names, report }
  yield JSON.stringify(file, null, 2)
}

/** One row for each number. `a` and `b`: annotators, ratings or a week; `n`: a count, or what the value is computed from. */
export const agreementColumns = [
  ...['part', 'name', 'a', 'b', 'n', 'value', 'low', 'high', 'missing_reason'],
] as const

type Cell = string | number

export function* writeAgreementCsv({ result }: AgreementToWrite): Generator<string> {
  const { report, names, annotations, excluded } = result
  yield agreementColumns.join(',')
  for (const row of listRows(report, names)) yield writeCsvRow(row)
  yield writeCsvRow(makeCountRow('counts', 'annotations', annotations))
  for (const [reason, excludedCount] of Object.entries(excluded))
    yield writeCsvRow(makeCountRow('excluded', reason, excludedCount))
}

const ratings = [-1, 0, 1] as const

function* listRows(
  report: AgreementResult['report'],
  names: AgreementResult['names'],
): Generator<Cell[]> {
  const { solutions, doublyLabelled, problems, people, coLabelledSteps } = report
  for (const [name, n] of Object.entries({
    solutions,
    doublyLabelled,
    problems,
    people,
    coLabelledSteps,
  }))
    yield makeCountRow('counts', name, n)
  for (const name of agreementMeasureNames)
    yield [
      'measure',
      name,
      '',
      '',
      name === 'goldF1' ? '' : doublyLabelled,
      ...makeIntervalCells(report.measures[name]),
    ]
  for (const [row, first] of ratings.entries())
    for (const [column, second] of ratings.entries())
      yield ['confusion', '', first, second, report.confusion[row]?.[column] ?? 0, '', '', '', '']
  for (const [index, rating] of ratings.entries())
    yield ['specific', '', rating, '', '', report.specific[index] ?? '', '', '', '']
  for (const { a, b, solutions: n, exact } of report.pairs)
    yield [
      'pair',
      'firstErrorExact',
      formatAnnotator(a),
      formatAnnotator(b),
      n,
      ...makeIntervalCells(exact),
    ]
  for (const { week, solutions: n, exact } of report.weeks)
    yield ['week', 'firstErrorExact', week, '', n, ...makeIntervalCells(exact)]

  /** The name and labeler of an annotator; without a name, the labeler. */
  function formatAnnotator(labeler: string): string {
    const name = names[labeler]
    return escapeFormulaCell(name === undefined ? labeler : `${name} (${labeler})`)
  }
}

const makeCountRow = (part: string, name: string, n: number): Cell[] => [
  ...[part, name, '', '', n, '', '', '', ''],
]

const makeIntervalCells = ({ value, low, high, missingReason }: AgreementMeasure): Cell[] => [
  ...[value ?? '', low ?? '', high ?? '', escapeFormulaCell(missingReason ?? '')],
]
