import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from './database'
import type { RowReader } from './row-reader'
import { transactWithRows } from './row-transaction'

const waitForConnectionMs = 2_000
/** Lines go from the transaction to the reader in blocks: a line by itself costs more to hand over than to make. */
const blockCharacters = 64 * 1024

/**
 * Reads within one REPEATABLE READ transaction and hands on as fast as the reader takes: all lines are of one instant,
 * and memory stays flat. The transaction ends when the lines do, or when the reader stops early.
 */
export async function* streamFromTransaction(
  read: (db: Transaction, rows: RowReader) => AsyncIterable<string>,
  { timeoutMs }: { timeoutMs: number },
): AsyncGenerator<string> {
  const channel = new TransformStream<string[], string[]>()
  const writer = channel.writable.getWriter()
  const finished = transactWithRows(
    async ({ db, rows }) => {
      await db.$executeRaw`select set_config('statement_timeout', '60000', true)`
      for await (const block of cutBlocks(read(db, rows))) {
        await writer.ready
        await writer.write(block)
      }
    },
    {
      isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
      timeout: timeoutMs,
      maxWait: waitForConnectionMs,
    },
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
