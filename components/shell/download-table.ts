import { formatDownloadName } from '@/components/ui/plot-file'
import { saveFile } from '@/components/ui/save-file'
import { escapeFormulaCell, writeCsvRow } from '@/lib/formats/csv-rows'
import type { CsvCell } from './table-download'

/** Downloads rows as CSV. */
export function downloadTable(name: string, rows: readonly (readonly CsvCell[])[]): void {
  const file = new Blob([formatTable(rows)], { type: 'text/csv' })
  saveFile(file, formatDownloadName(location.pathname, name, 'csv'))
}

/** Null becomes an empty cell. */
export const formatTable = (rows: readonly (readonly CsvCell[])[]) =>
  rows
    .map((row) =>
      writeCsvRow(
        row.map((cell) => (typeof cell === 'string' ? escapeFormulaCell(cell) : (cell ?? ''))),
      ),
    )
    .map((line) => `${line}\n`)
    .join('')
