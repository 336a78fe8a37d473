import { setImmediate as yieldToReplies } from 'node:timers/promises'
import { choosePageRowCount } from '../choose-page-row-count'

const firstPageRows = 16
/** Bytes of rows in a block: a millisecond or two. PostgreSQL's reply is received between blocks. */
const blockBytes = 64 * 1024
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Yields rows by id in blocks of about 64 kB. The next page arrives while this one is used. Keeps
 * two pages of about 8 MB in memory.
 *
 * @param readPage reads up to `pageRows` rows by id, with ids greater than `after`
 * @param estimateBytes approximate memory of a row
 */
export async function* readRowBlocks<Row extends { id: string }>(
  readPage: (after: string, pageRows: number) => Promise<Row[]>,
  estimateBytes: (row: Row) => number,
): AsyncGenerator<Row[]> {
  let pageRows = firstPageRows
  let nextPage: Promise<Row[]> | null = readPage(firstId, pageRows)
  try {
    while (nextPage !== null) {
      const rows: Row[] = await nextPage
      const isLast = rows.length < pageRows
      if (isLast) nextPage = null
      else {
        const bytes = rows.reduce((sum, row) => sum + estimateBytes(row), 0)
        pageRows = choosePageRowCount(rows.length, bytes)
        nextPage = readPage(rows.at(-1)!.id, pageRows)
        nextPage.catch(() => undefined) // handled when it is awaited
      }
      for (const block of cutRowBlocks(rows, estimateBytes)) {
        yield block
        await yieldToReplies()
      }
    }
  } finally {
    // The caller ends the transaction when it stops early, so wait for the running statement.
    await nextPage?.catch(() => undefined)
  }
}

function* cutRowBlocks<Row>(rows: readonly Row[], estimateBytes: (row: Row) => number) {
  let block: Row[] = []
  let bytes = 0
  for (const row of rows) {
    block.push(row)
    bytes += estimateBytes(row)
    if (bytes < blockBytes) continue
    yield block
    block = []
    bytes = 0
  }
  if (block.length > 0) yield block
}
