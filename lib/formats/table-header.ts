import { parse } from 'csv-parse/browser/esm/sync'

import { csvColumns } from './csv'

export interface TableHeader {
  columns: string[]
  separator: string
  /** Why the table cannot be read by this header. */
  problem: string | null
}

const separators = [',', ';', '\t']

/**
 * The columns that a table's first line names. The separator is the one by which most known columns are found; a name
 * is known without the blanks around it and in capitals too. A column without a name gets one from its number.
 *
 * @returns null where the line cannot be cut into cells
 */
export function readHeader(line: Uint8Array): TableHeader | null {
  const text = decode(line)
  if (text === null) return null
  let best: TableHeader | null = null
  let mostKnown = -1
  for (const separator of separators) {
    const cells = readRows(text, separator)?.[0]
    if (!cells) continue
    const columns = cells.map(nameColumn)
    const known = columns.filter((column) => csvColumns.has(column)).length
    if (known <= mostKnown) continue
    mostKnown = known
    best = { columns, separator, problem: findHeaderProblem(columns) }
  }
  return best
}

/** Cells of rows, which end in LF; null where a quote stands where none may. */
export function readRows(text: string, separator: string): string[][] | null {
  try {
    return parse(text, { delimiter: separator, record_delimiter: '\n', relax_column_count: true })
  } catch {
    return null
  }
}

function nameColumn(cell: string, index: number): string {
  const column = cell.trim()
  if (column === '') return `column ${index + 1}`
  return csvColumns.has(column.toLowerCase()) ? column.toLowerCase() : column
}

function findHeaderProblem(columns: readonly string[]): string | null {
  const twice = columns.find((column, i) => columns.indexOf(column) !== i)
  if (twice !== undefined) {
    return `The header names the column ${JSON.stringify(twice.slice(0, 80))} twice: nobody can tell which one counts.`
  }
  const odd = columns.find((column) => column === '__proto__' || column.includes('\0'))
  return odd === undefined
    ? null
    : `The header has a column that cannot be stored: ${JSON.stringify(odd.slice(0, 80))}.`
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      .decode(bytes)
      .replace(/\r$/, '')
  } catch {
    return null
  }
}
