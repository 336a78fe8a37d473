import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type BinaryRow, BinaryRowPieces } from './binary-row'

const streamedBytes = 512 * 1024

/**
 * The rows of a select, some at a time, on a connection outside Prisma: however many there are, memory stays flat. Who
 * leaves early waits until the rest has gone by. Nothing of the statement may come from outside: COPY takes no values.
 */
export async function* copyOutRows(
  client: ClientBase,
  statement: string,
): AsyncGenerator<BinaryRow[]> {
  const stream = copyTo(`copy (${statement}) to stdout (format binary)`, {
    highWaterMark: streamedBytes,
  })
  // A connection that is lost may say so twice.
  stream.on('error', () => undefined)
  const pieces = client.query(stream)[Symbol.asyncIterator]()
  const binaryRows = new BinaryRowPieces()
  let isOver = false
  try {
    for (;;) {
      isOver = true // unless there is more: one that fails is over, too
      const next = (await pieces.next()) as IteratorResult<Buffer, undefined>
      if (next.done) return binaryRows.end()
      isOver = false
      const rows = binaryRows.take(next.value)
      if (rows.length > 0) yield rows
    }
  } finally {
    while (!isOver) isOver = (await pieces.next()).done === true
  }
}
