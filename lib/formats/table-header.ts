import { parse } from 'csv-parse/browser/esm/sync'

import { chooseColumns, type ColumnChoice, csvColumns, foldColumn } from './column-choice'

export interface TableHeader {
  /** By their meaning, where they have one. */
  columns: string[]
  /** As the file names them. */
  named: string[]
  separator: string
  /** Why the table cannot be read by this header. */
  problem: string | null
}

const separators = [',', ';', '\t']

/**
 * The columns that a table's first line names. The separator is the one by which most known columns are found; a name
 * is known without the blanks around it and in capitals too, or because it is chosen. A column without a name gets one
 * from its number.
 *
 * @returns null where the line cannot be cut into cells
 */
export function readHeader(line: Uint8Array, choice: ColumnChoice = {}): TableHeader | null {
  const text = decode(line)
  if (text === null) return null
  let best: TableHeader | null = null
  let mostKnown = -1
  for (const separator of separators) {
    const cells = readRows(text, separator)?.[0]
    if (!cells) continue
    const named = cells.map(nameColumn)
    const chosen = chooseColumns(named, choice)
    const columns = chosen.ok ? chosen.columns : named
    const known = columns.filter((column) => csvColumns.has(column)).length
    // Of separators that make nothing known, the one that parts the most.
    const partsMore = known === 0 && named.length > (best?.named.length ?? 0)
    if (known < mostKnown || (known === mostKnown && !partsMore)) continue
    mostKnown = known
    const problem = findHeaderProblem(named) ?? (chosen.ok ? null : chosen.reason)
    best = { columns, named, separator, problem }
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
  return foldColumn(cell) || `column ${index + 1}`
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
