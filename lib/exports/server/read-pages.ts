import { choosePageRows } from '../choose-page-rows'

const firstPageRows = 16
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Rows in the order of their ids, page by page. Memory is one page, of some 8 MB.
 *
 * @param readPage so many rows at most, with ids after the one given
 * @param estimateBytes what a row takes in memory, nearly
 */
export async function* readPages<Row extends { id: string }>(
  readPage: (after: string, pageRows: number) => Promise<Row[]>,
  estimateBytes: (row: Row) => number,
): AsyncGenerator<Row> {
  let pageRows = firstPageRows
  for (let after = firstId; ;) {
    const rows = await readPage(after, pageRows)
    const bytes = rows.reduce((sum, row) => sum + estimateBytes(row), 0)
    yield* rows
    if (rows.length < pageRows) return
    after = rows.at(-1)!.id
    pageRows = choosePageRows(rows.length, bytes)
  }
}

export function countBytes(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0)
}
