import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BinaryCopyRow } from './binary-copy-parser'
import { copyReadAheadBytes, readCopyRows } from './read-copy-rows'

/**
 * Streams the rows of a select on a connection outside Prisma with constant memory. If the caller stops early, the
 * rest is read and discarded. The statement must not contain user input: COPY takes no parameters.
 */
export async function* streamCopyRows(
  client: ClientBase,
  statement: string,
): AsyncGenerator<BinaryCopyRow[]> {
  const stream = copyTo(`copy (${statement}) to stdout (format binary)`, {
    highWaterMark: copyReadAheadBytes,
  })
  // A lost connection may emit several errors.
  stream.on('error', () => undefined)
  yield* readCopyRows(client.query(stream))
}
