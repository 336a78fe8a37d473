import { Prisma } from '@/lib/generated/prisma/client'
import { getTransferDatabase, type Transaction } from './database'

const waitForConnectionMs = 2_000

/**
 * Reads within one REPEATABLE READ transaction and hands on as fast as the reader takes: all lines are of one instant,
 * and memory stays flat. The transaction ends when the lines do, or when the reader stops early.
 */
export async function* streamFromTransaction(
  read: (db: Transaction) => AsyncIterable<string>,
  { timeoutMs }: { timeoutMs: number },
): AsyncGenerator<string> {
  const channel = new TransformStream<string, string>()
  const writer = channel.writable.getWriter()
  const finished = getTransferDatabase()
    .$transaction(
      async (db) => {
        await db.$executeRaw`select set_config('statement_timeout', '60000', true)`
        for await (const line of read(db)) {
          await writer.ready
          await writer.write(line)
        }
      },
      {
        isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
        timeout: timeoutMs,
        maxWait: waitForConnectionMs,
      },
    )
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
  try {
    for await (const line of channel.readable) yield line
  } finally {
    await finished.catch(() => undefined)
  }
}
