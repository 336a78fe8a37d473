import { listDefaultColumnNames, nameFileColumn } from './column-mapping'
import { readGenericLine } from './generic'
import { importLineLimits } from './import-line-limits'
import type { InputFormat, ReadContext } from './input-format'
import { isJsonObject } from './json-value'
import { parseJsonLine } from './parse-json'
import {
  formatLocation,
  prefixLocations,
  type ReadError,
  type ReadResult,
  wholeLineLocation,
} from './read-result'
import { toUnnestedError, singleSolutionProblemKeys } from './single-solution'

const jsonColumns = ['steps', 'step_scores']
const booleans = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

/** Columns of the solution, and their keys in the generic format. */
const sampleKeys = {
  id: 'id',
  steps: 'steps',
  given_answer: 'answer',
  is_correct: 'is_correct',
  score: 'score',
  step_scores: 'step_scores',
} as const

/** Whether a table with these columns can be read: it needs a problem, and a text or steps. */
export function hasRequiredColumns(columns: readonly string[]): boolean {
  return (
    columns.includes('problem') &&
    [...listDefaultColumnNames('text'), 'steps'].some((column) => columns.includes(column))
  )
}

/**
 * Reads a row of a table by its header as one solution in the generic format. A blank cell counts
 * as missing, and other cells are not changed. `steps` and `step_scores` are JSON arrays. Other
 * columns become metadata of the solution.
 *
 * @param value the row's cells by column; errors name the columns as the file does
 */
function readCsvRow(value: unknown, { columnNames = {} }: ReadContext): ReadResult {
  if (!isJsonObject(value)) {
    const reason = 'Expected a row of a table.'
    return makeRefusal([{ location: wholeLineLocation, reason }])
  }
  const cells = listCells(value)
  const nameColumn = (column: string) => nameFileColumn(column, columnNames)
  const errors = cells.flatMap(([column, text]) => findNul(nameColumn(column), text))
  const row = new Map(cells)
  const { line, sample, usedColumns } = buildLine(row, nameColumn, errors)
  if (errors.length > 0) return makeRefusal(errors)
  const result = readGenericLine({ ...line, samples: [sample] })
  if (!result.ok)
    return makeRefusal(
      result.errors.map((error) => locateErrorInRow(error, usedColumns, nameColumn)),
    )
  const metadata = Object.fromEntries(cells.filter(([column]) => !usedColumns.has(column)))
  const solutions = result.record.solutions.map((solution) => ({ ...solution, metadata }))
  return { ok: true, record: { ...result.record, solutions } }
}

const listCells = (row: Readonly<Record<string, unknown>>) =>
  Object.entries(row).filter(
    (cell): cell is [string, string] => typeof cell[1] === 'string' && cell[1].trim() !== '',
  )

function locateErrorInRow(
  error: ReadError,
  usedColumns: ReadonlyMap<string, string>,
  nameKey: (column: string) => string,
): ReadError {
  const renamedKeys = new Map([...usedColumns].map(([column, key]) => [key, column]))
  return toUnnestedError(error, { renamedKeys, noun: 'A row', nameKey })
}

/** The row as a line in the generic format; `usedColumns` maps columns to the sample's keys, '' for those of the line. */
function buildLine(
  row: ReadonlyMap<string, string>,
  nameColumn: (column: string) => string,
  errors: ReadError[],
) {
  const line: Record<string, unknown> = {}
  const sample: Record<string, unknown> = {}
  const usedColumns = new Map<string, string>()
  const takeCell = (column: string, target: Record<string, unknown>, key: string) => {
    const text = row.get(column)
    if (text === undefined || key in target) return
    const read = readCell(column, text)
    if ('errors' in read) errors.push(...prefixLocations([nameColumn(column)], read.errors))
    else target[key] = read.value
    usedColumns.set(column, target === sample ? key : '')
  }
  for (const [column, key] of Object.entries(singleSolutionProblemKeys)) takeCell(column, line, key)
  for (const [column, key] of Object.entries(sampleKeys)) takeCell(column, sample, key)
  for (const column of listDefaultColumnNames('text')) takeCell(column, sample, 'text')
  for (const column of listDefaultColumnNames('generator')) takeCell(column, line, 'generator')
  return { line, sample, usedColumns }
}

/** The value of a cell, or its errors, located in the cell. */
type Cell = { value: unknown } | { errors: ReadError[] }

function readCell(column: string, text: string): Cell {
  if (jsonColumns.includes(column)) {
    const parsed = parseJsonLine(text)
    return parsed.ok ? { value: parsed.value } : { errors: [locateInCell(parsed)] }
  }
  if (column === 'score') {
    const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text.trim())
    const value = isNumber ? Number(text) : Number.NaN
    if (Number.isFinite(value)) return { value }
    return makeCellError('Expected a finite number. Write decimals with a point.')
  }
  if (column === 'is_correct') {
    const value = booleans.get(text.trim().toLowerCase())
    return value === undefined ? makeCellError('Expected true or false.') : { value }
  }
  return { value: text }
}

const makeCellError = (reason: string): Cell => ({
  errors: [{ location: wholeLineLocation, reason }],
})

/** A location such as `column 5` counts characters of the cell, so the cell's own location replaces it. */
function locateInCell({ location, reason }: ReadError): ReadError {
  if (!location.startsWith('column ')) return { location, reason }
  const cellReason = reason.replace(/\.$/, ` (${location}).`)
  return { location: wholeLineLocation, reason: `The cell is not a JSON list. ${cellReason}` }
}

function findNul(column: string, text: string): ReadError[] {
  const position = text.indexOf('\0')
  if (position < 0) return []
  const reason = `Text contains the character NUL, which can’t be stored (character ${position + 1}).`
  return [{ location: formatLocation([column]), reason }]
}

const makeRefusal = (errors: readonly ReadError[]): ReadResult => ({
  ok: false,
  errors: errors.slice(0, importLineLimits.reasonsPerLine),
})

/** Rows are detected by their file: no JSON line is one. */
export const csvInput: InputFormat = {
  detects: () => false,
  read: readCsvRow,
  locateError(error, value, { columnNames = {} }) {
    if (!isJsonObject(value)) return null
    const nameColumn = (column: string) => nameFileColumn(column, columnNames)
    const { usedColumns } = buildLine(new Map(listCells(value)), nameColumn, [])
    return locateErrorInRow(error, usedColumns, nameColumn)
  },
}
