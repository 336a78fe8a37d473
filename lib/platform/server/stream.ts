import type { Transaction } from './database'
import { readOnReplica } from './replica'
import type { RowReader } from './row-reader'
import { readAtOneInstant } from './row-transaction'

const statementMs = 60_000
const waitForConnectionMs = 2_000
/** Someone waits for the first line. */
const replicaPatienceMs = 5_000
/** Lines go from the transaction to the reader in blocks: a line by itself costs more to hand over than to make. */
const blockCharacters = 64 * 1024

/**
 * Reads within one REPEATABLE READ transaction and hands on as fast as the reader takes: all lines are of one instant,
 * and memory stays flat. The transaction ends when the lines do, or when the reader stops early. Where a replica fails after
 * the first lines are gone, they break off: those of another instant cannot follow them.
 */
export async function* streamFromTransaction(
  read: (db: Transaction, rows: RowReader) => AsyncIterable<string>,
  { timeoutMs }: { timeoutMs: number },
): AsyncGenerator<string> {
  const channel = new TransformStream<string[], string[]>()
  const writer = channel.writable.getWriter()
  let hasBegun = false
  let isLeft = false
  const hand = async (block: string[]) => {
    hasBegun = true
    try {
      await writer.ready
      await writer.write(block)
    } catch (error) {
      isLeft = true
      throw error
    }
  }
  const limits = { statementMs, timeout: timeoutMs, maxWait: waitForConnectionMs }
  const finished = readOnReplica(
    async (place) => {
      if (hasBegun) throw new Error('The replica failed when the first lines were gone already')
      await readAtOneInstant(place, limits, async ({ db, rows }) => {
        for await (const block of cutBlocks(read(db, rows))) await hand(block)
      })
    },
    { patienceMs: replicaPatienceMs, isMeant: () => isLeft },
  ).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  )
  try {
    for await (const block of channel.readable) yield* block
  } finally {
    await finished.catch(() => undefined)
  }
}

async function* cutBlocks(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let block: string[] = []
  let characters = 0
  for await (const line of lines) {
    block.push(line)
    characters += line.length
    if (characters < blockCharacters) continue
    yield block
    block = []
    characters = 0
  }
  if (block.length > 0) yield block
}
