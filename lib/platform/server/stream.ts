import type { BulkRowReader } from './bulk-row-reader'
import type { Transaction } from './database'
import { disableParallelWorkers } from './disable-parallel-workers.sql'
import { readOnReplica } from './replica'
import { readInSnapshot } from './run-transaction'

const statementMs = 60_000
const waitForConnectionMs = 2_000
/** Limit for the wait until the replica has caught up. The client waits for the first line meanwhile. */
const replicaMaxWaitMs = 5_000
/** Lines are passed on in blocks, because each single one would pass six asynchronous iterators. */
const blockCharacters = 64 * 1024

/** Yields single lines or groups of lines, without line ends. A group can generate its lines when they are read. */
export type LineSource = AsyncIterable<string | Iterable<string>>

/**
 * Streams a REPEATABLE READ transaction as fast as the reader consumes it: all lines come from one snapshot, and
 * memory stays constant. The transaction ends with the lines, or when the reader stops early. If a replica fails
 * after the first lines, the stream breaks off, because another snapshot cannot continue it.
 */
export async function* streamFromTransaction(
  read: (db: Transaction, rows: BulkRowReader) => LineSource,
  { timeoutMs }: { timeoutMs: number },
): AsyncGenerator<string[]> {
  const channel = new TransformStream<string[], string[]>()
  const writer = channel.writable.getWriter()
  let hasStarted = false
  let hasReaderStopped = false
  const writeBlock = async (block: string[]) => {
    hasStarted = true
    try {
      await writer.ready
      await writer.write(block)
    } catch (error) {
      hasReaderStopped = true
      throw error
    }
  }
  const limits = { statementMs, timeout: timeoutMs, maxWait: waitForConnectionMs }
  const completion = readOnReplica(
    async (source) => {
      if (hasStarted) throw new Error('The replica failed after the first lines were sent')
      await readInSnapshot(source, limits, async ({ db, rows }) => {
        await disableParallelWorkers(db)
        for await (const block of cutLineBlocks(read(db, rows))) await writeBlock(block)
      })
    },
    { maxWaitMs: replicaMaxWaitMs, isReaderError: () => hasReaderStopped },
  ).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  )
  try {
    for await (const block of channel.readable) yield block
  } finally {
    await completion.catch(() => undefined)
  }
}

async function* cutLineBlocks(source: LineSource): AsyncGenerator<string[]> {
  let block: string[] = []
  let characters = 0
  for await (const lines of source) {
    for (const line of typeof lines === 'string' ? [lines] : lines) {
      block.push(line)
      characters += line.length + 1
      if (characters < blockCharacters) continue
      yield block
      block = []
      characters = 0
    }
  }
  if (block.length > 0) yield block
}
