import { parse } from 'csv-parse/browser/esm/sync'
import {
  applyColumnMapping,
  type ColumnMapping,
  acceptedCsvColumns,
  type FileColumnNames,
  normaliseColumnName,
} from './column-mapping'

export interface TableHeader {
  /** Known column names where recognised or mapped, otherwise the names in the file. */
  columns: string[]
  /** Trimmed names from the file; `column 3` if empty. */
  headerColumns: string[]
  separator: string
  /** Why the table can't be read with this header. */
  error: string | null
}

const separators = [',', ';', '\t']

/**
 * The columns in a table's first line. The separator is the one that gives the most known columns.
 * A name is matched case-insensitively, without surrounding blanks, or through the mapping. An
 * unnamed column gets a name from its number.
 *
 * @returns null if the line is not UTF-8 or can't be cut into cells
 */
export function readTableHeader(line: Uint8Array, mapping: ColumnMapping = {}): TableHeader | null {
  const text = decode(line)
  if (text === null) return null
  let bestHeader: TableHeader | null = null
  let maxKnown = -1
  for (const separator of separators) {
    const cells = readTableRows(text, separator)?.[0]
    if (!cells) continue
    const headerColumns = cells.map((cell, index) => cell.trim() || `column ${index + 1}`)
    const normalisedColumns = headerColumns.map(normaliseColumnName)
    const mapped = applyColumnMapping(normalisedColumns, mapping)
    const columns = mapped.ok ? mapped.columns : normalisedColumns
    const knownCount = columns.filter((column) => acceptedCsvColumns.has(column)).length
    // If no separator gives a known column, choose the one that gives the most columns.
    const splitsMore =
      knownCount === 0 && headerColumns.length > (bestHeader?.headerColumns.length ?? 0)
    if (knownCount < maxKnown || (knownCount === maxKnown && !splitsMore)) continue
    maxKnown = knownCount
    const error =
      findHeaderError(normalisedColumns, headerColumns) ?? (mapped.ok ? null : mapped.reason)
    bestHeader = { columns, headerColumns, separator, error }
  }
  return bestHeader
}

/** Cells of rows that end in LF; null for a misplaced quote. */
export function readTableRows(text: string, separator: string): string[][] | null {
  try {
    return parse(text, { delimiter: separator, record_delimiter: '\n', relax_column_count: true })
  } catch {
    return null
  }
}

/** Names in the file of the columns that have another name in the rows. */
export const listFileColumnNames = ({
  columns,
  headerColumns,
}: Pick<TableHeader, 'columns' | 'headerColumns'>): FileColumnNames =>
  Object.fromEntries(
    columns.flatMap((column, i) => {
      const fileColumn = headerColumns[i]!
      return column === fileColumn ? [] : [[column, fileColumn]]
    }),
  )

function findHeaderError(
  columns: readonly string[],
  headerColumns: readonly string[],
): string | null {
  const duplicate = headerColumns.find((_, i) => columns.indexOf(columns[i]!) !== i)
  if (duplicate !== undefined) {
    return `The header names the column ${JSON.stringify(duplicate.slice(0, 80))} twice. Rename one of them.`
  }
  const unstorable = columns.find((column) => column === '__proto__' || column.includes('\0'))
  return unstorable === undefined
    ? null
    : `The header has a column that can’t be stored: ${JSON.stringify(unstorable.slice(0, 80))}.`
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
