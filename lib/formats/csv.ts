import { listNames } from './column-choice'
import { readGenericLine } from './generic'
import type { InputFormat } from './input-format'
import { isObject } from './json-value'
import { formatLimits } from './limits'
import { parseJsonLine } from './parse-json'
import { formatPlace, placeUnder, type PlacedReason, type ReadResult, wholeLine } from './place'

const jsonColumns = ['steps', 'step_scores']
const booleans = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

/** Columns with a meaning, and the keys of the generic format that they stand for. */
const problemKeys = {
  problem: 'problem',
  answer: 'answer',
  solution: 'solution',
  subject: 'subject',
  level: 'level',
  problem_id: 'id',
} as const
const sampleKeys = {
  id: 'id',
  steps: 'steps',
  given_answer: 'answer',
  is_correct: 'is_correct',
  score: 'score',
  step_scores: 'step_scores',
} as const

/** Whether a table with these columns can be read: it needs a problem, and a text or steps. */
export function fitsHeader(columns: readonly string[]): boolean {
  return (
    columns.includes('problem') &&
    [...listNames('text'), 'steps'].some((column) => columns.includes(column))
  )
}

/**
 * Reads a row of a table, by its header: one solution, as the generic format would have it. A blank cell counts as
 * absent, everything else is taken as it stands; `steps` and `step_scores` are JSON lists. Every further column becomes
 * metadata of the solution.
 *
 * @param value the row's cells by column
 */
function readCsvRow(value: unknown): ReadResult {
  if (!isObject(value)) {
    return refuse([{ place: wholeLine, reason: 'A row of a table is needed.' }])
  }
  const cells = Object.entries(value).filter(
    (cell): cell is [string, string] => typeof cell[1] === 'string' && cell[1].trim() !== '',
  )
  const problems = cells.flatMap(([column, text]) => findNul(column, text))
  const row = new Map(cells)
  const { line, sample, used } = buildLine(row, problems)
  if (problems.length > 0) return refuse(problems)
  const result = readGenericLine({ ...line, samples: [sample] })
  if (!result.ok) return refuse(result.problems.map((problem) => placeInRow(problem, used)))
  const metadata = Object.fromEntries(cells.filter(([column]) => !used.has(column)))
  const solutions = result.record.solutions.map((solution) => ({ ...solution, metadata }))
  return { ok: true, record: { ...result.record, solutions } }
}

/** The row as a line of the generic format; `used` says which column stands behind which key of its sample. */
function buildLine(row: ReadonlyMap<string, string>, problems: PlacedReason[]) {
  const line: Record<string, unknown> = {}
  const sample: Record<string, unknown> = {}
  const used = new Map<string, string>()
  const take = (column: string, target: Record<string, unknown>, key: string) => {
    const text = row.get(column)
    if (text === undefined || key in target) return
    const read = readCell(column, text)
    if ('problems' in read) problems.push(...read.problems)
    else target[key] = read.value
    used.set(column, target === sample ? key : '')
  }
  for (const [column, key] of Object.entries(problemKeys)) take(column, line, key)
  for (const [column, key] of Object.entries(sampleKeys)) take(column, sample, key)
  for (const column of listNames('text')) take(column, sample, 'text')
  for (const column of listNames('generator')) take(column, line, 'generator')
  return { line, sample, used }
}

type Cell = { value: unknown } | { problems: PlacedReason[] }

function readCell(column: string, text: string): Cell {
  if (jsonColumns.includes(column)) {
    const parsed = parseJsonLine(text)
    if (parsed.ok) return { value: parsed.value }
    return { problems: placeCell(column, parsed) }
  }
  if (column === 'score') {
    const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text.trim())
    const value = isNumber ? Number(text) : Number.NaN
    if (Number.isFinite(value)) return { value }
    return refuseCell(column, 'Expected a finite number, with a point for decimals.')
  }
  if (column === 'is_correct') {
    const value = booleans.get(text.trim().toLowerCase())
    return value === undefined ? refuseCell(column, 'Expected true or false.') : { value }
  }
  return { value: text }
}

function refuseCell(column: string, reason: string): Cell {
  return { problems: [{ place: formatPlace([column]), reason }] }
}

/** A cell is no line: its columns count characters of the cell. */
function placeCell(column: string, { place, reason }: PlacedReason): PlacedReason[] {
  if (!place.startsWith('column ')) return placeUnder([column], [{ place, reason }])
  return [{ place: formatPlace([column]), reason: `The cell is no JSON list: ${reason}` }]
}

function findNul(column: string, text: string): PlacedReason[] {
  const at = text.indexOf('\0')
  if (at < 0) return []
  const reason = `Text holds the character NUL, which cannot be stored (character ${at + 1}).`
  return [{ place: formatPlace([column]), reason }]
}

/** Names the column where the generic format names a key of its line or of its sample. */
function placeInRow(
  { place, reason }: PlacedReason,
  used: ReadonlyMap<string, string>,
): PlacedReason {
  const [, inSample, key = '', rest = ''] =
    /^(samples\[0\]\.?)?([A-Za-z_]*)(.*)$/s.exec(place) ?? []
  if (inSample === undefined) {
    const column = Object.entries(problemKeys).find(([, name]) => name === key)?.[0]
    return { place: `${column ?? place}${column ? rest : ''}`, reason }
  }
  if (key === '') return { place: wholeLine, reason: reason.replace('A sample', 'A row') }
  const column = [...used].find(([, name]) => name === key)?.[0] ?? key
  return { place: column + rest, reason: reason.replace('A sample', 'A row') }
}

function refuse(problems: readonly PlacedReason[]): ReadResult {
  return { ok: false, problems: problems.slice(0, formatLimits.reasonsPerLine) }
}

/** A row is told by its file: no line in JSON is one. */
export const csv: InputFormat = { detects: () => false, read: readCsvRow }
