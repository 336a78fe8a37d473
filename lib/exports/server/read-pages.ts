import { choosePageRows } from '../choose-page-rows'

const firstPageRows = 16
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Rows in the order of their ids, page by page; while one page is used, the next one is on its way. Memory is two pages,
 * of some 8 MB each.
 *
 * @param readPage so many rows at most, with ids after the one given
 * @param estimateBytes what a row takes in memory, nearly
 */
export async function* readPages<Row extends { id: string }>(
  readPage: (after: string, pageRows: number) => Promise<Row[]>,
  estimateBytes: (row: Row) => number,
): AsyncGenerator<Row> {
  let pageRows = firstPageRows
  let coming: Promise<Row[]> | null = readPage(firstId, pageRows)
  try {
    while (coming !== null) {
      const rows: Row[] = await coming
      const isLast = rows.length < pageRows
      if (isLast) coming = null
      else {
        const bytes = rows.reduce((sum, row) => sum + estimateBytes(row), 0)
        pageRows = choosePageRows(rows.length, bytes)
        coming = readPage(rows.at(-1)!.id, pageRows)
        coming.catch(() => undefined) // seen when it is its turn
      }
      yield* rows
    }
  } finally {
    // Who stops early ends the transaction: not under a statement that runs.
    await coming?.catch(() => undefined)
  }
}
