import { type BinaryCopyRow, BinaryCopyParser } from './binary-copy-parser'

/** How many bytes are read ahead of the rows that the caller has. */
export const copyReadAheadBytes = 512 * 1024

/** Parses the output of COPY in binary. If the caller stops early, the rest is read and discarded. */
export async function* readCopyRows(
  output: AsyncIterable<Buffer>,
): AsyncGenerator<BinaryCopyRow[]> {
  const pieces = output[Symbol.asyncIterator]()
  const parser = new BinaryCopyParser()
  let isOver = false
  try {
    for (;;) {
      isOver = true // unless there is more; a failed stream is over too
      const next = await pieces.next()
      if (next.done) return parser.end()
      isOver = false
      const rows = parser.parsePiece(next.value)
      if (rows.length > 0) yield rows
    }
  } finally {
    // The connection does not accept another query before the last row.
    while (!isOver) isOver = (await pieces.next()).done === true
  }
}
