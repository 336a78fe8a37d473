import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type BinaryCopyRow, BinaryCopyParser } from './binary-copy-parser'

const streamedBytes = 512 * 1024

/**
 * Streams the rows of a select on a connection outside Prisma with constant memory. If the caller stops early, the
 * rest is read and discarded. The statement must not contain user input: COPY takes no parameters.
 */
export async function* streamCopyRows(
  client: ClientBase,
  statement: string,
): AsyncGenerator<BinaryCopyRow[]> {
  const stream = copyTo(`copy (${statement}) to stdout (format binary)`, {
    highWaterMark: streamedBytes,
  })
  // A lost connection may emit several errors.
  stream.on('error', () => undefined)
  const pieces = client.query(stream)[Symbol.asyncIterator]()
  const parser = new BinaryCopyParser()
  let isOver = false
  try {
    for (;;) {
      isOver = true // unless there is more; a failed stream is over too
      const next = (await pieces.next()) as IteratorResult<Buffer, undefined>
      if (next.done) return parser.end()
      isOver = false
      const rows = parser.parsePiece(next.value)
      if (rows.length > 0) yield rows
    }
  } finally {
    while (!isOver) isOver = (await pieces.next()).done === true
  }
}
