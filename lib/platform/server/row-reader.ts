import type { ReadableOptions } from 'node:stream'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Prisma } from '@/lib/generated/prisma/client'
import { type BinaryRow, BinaryRowPieces } from './binary-row'
import { type CopiedRow, readCopiedRows } from './copied-rows'
import type { Transaction } from './database'
import { refuseOutside } from './refuse-outside'

const streamedBytes = 512 * 1024

/**
 * Reads many long rows in a transaction of Prisma's. They come by COPY and stay bytes until they are used: rows that are
 * objects and strings as they come outlive the young heap, and an export would fill the old one. Throws where the
 * transaction is over.
 */
export class RowReader {
  /** @param readClient gives the transaction's connection, and throws where that is over */
  constructor(
    private readonly db: Transaction,
    private readonly readClient: () => ClientBase,
  ) {}

  /** @param statement a select of values of type text; its own values are texts, numbers and lists of these */
  async read(statement: Prisma.Sql): Promise<CopiedRow[]> {
    const pieces: Buffer[] = []
    for await (const piece of await this.copyOut(statement)) pieces.push(piece)
    return readCopiedRows(Buffer.concat(pieces))
  }

  /**
   * The same for more rows than are to be held at once, and for values of any type, as they stand in binary: some at a
   * time. Who leaves early waits until the rest has gone by.
   */
  async *stream(statement: Prisma.Sql): AsyncGenerator<BinaryRow[]> {
    const out = await this.copyOut(statement, { highWaterMark: streamedBytes })
    const pieces = out[Symbol.asyncIterator]()
    const binaryRows = new BinaryRowPieces()
    let isOver = false
    try {
      for (;;) {
        isOver = true // unless there is more: one that fails is over, too
        const next = await pieces.next()
        if (next.done) return binaryRows.end()
        isOver = false
        const rows = binaryRows.take(next.value)
        if (rows.length > 0) yield rows
      }
    } finally {
      // The connection answers nothing else before the last of them.
      while (!isOver) isOver = (await pieces.next()).done === true
    }
  }

  private async copyOut(
    statement: Prisma.Sql,
    options?: ReadableOptions,
  ): Promise<AsyncIterable<Buffer>> {
    const stream = copyTo(await this.writeCopy(statement), options)
    // A connection that is lost may say so twice.
    stream.on('error', () => undefined)
    const client = this.readClient()
    const submit = stream.submit.bind(stream)
    stream.submit = (connection) => refuseOutside(client) ?? submit(connection)
    client.query(stream)
    return stream
  }

  /** COPY takes no values beside it: the database itself writes them into the statement, quoted (`%L`). */
  private async writeCopy({ strings, values }: Prisma.Sql): Promise<string> {
    const pattern = strings.map((text) => text.replaceAll('%', '%%')).join('%L')
    const literals = [Prisma.sql`${`copy (${pattern}) to stdout (format binary)`}::text`]
    for (const value of values)
      literals.push(
        Array.isArray(value)
          ? Prisma.sql`${value.map(writeText)}::text[]::text`
          : Prisma.sql`${writeText(value)}::text`,
      )
    const [row] = await this.db.$queryRaw<[{ copy: string }]>`
      select format(${Prisma.join(literals)}) as copy`
    return row.copy
  }
}

function writeText(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new TypeError('Only texts and numbers are written into a statement')
}
