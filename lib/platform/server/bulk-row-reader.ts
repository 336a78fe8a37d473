import type { ReadableOptions } from 'node:stream'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryCopyRow } from './binary-copy-parser'
import { type BufferedCopyRow, parseCopyOutput } from './buffered-copy-rows'
import type { Transaction } from './database'
import { findClosedTransactionError } from './find-closed-transaction-error'
import { copyReadAheadBytes, readCopyRows } from './read-copy-rows'

/**
 * Reads many long rows in a Prisma transaction. They arrive by COPY and stay bytes until they are used: rows decoded
 * on arrival would survive into the old generation of the heap, and an export would fill it. Throws if the transaction is over.
 */
export class BulkRowReader {
  /** @param readClient returns the transaction's connection, and throws if the transaction is over */
  constructor(
    private readonly db: Transaction,
    private readonly readClient: () => ClientBase,
  ) {}

  /** @param statement a select of text and bytea columns; its parameters are texts, numbers and lists of these */
  async read(statement: Prisma.Sql): Promise<BufferedCopyRow[]> {
    const pieces: Buffer[] = []
    for await (const piece of await this.copyOut(statement)) pieces.push(piece)
    return parseCopyOutput(Buffer.concat(pieces))
  }

  /**
   * Streams rows that do not fit in memory together, with values of any type in binary. If the caller stops early,
   * the rest is read and discarded.
   */
  async *stream(statement: Prisma.Sql): AsyncGenerator<BinaryCopyRow[]> {
    yield* readCopyRows(await this.copyOut(statement, { highWaterMark: copyReadAheadBytes }))
  }

  private async copyOut(
    statement: Prisma.Sql,
    options?: ReadableOptions,
  ): Promise<AsyncIterable<Buffer>> {
    const stream = copyTo(await this.writeCopy(statement), options)
    // A lost connection may emit several errors.
    stream.on('error', () => undefined)
    const client = this.readClient()
    const submit = stream.submit.bind(stream)
    stream.submit = (connection) => findClosedTransactionError(client) ?? submit(connection)
    client.query(stream)
    return stream
  }

  /** COPY takes no parameters, so the database itself quotes them into the statement (`%L`). */
  private async writeCopy({ strings, values }: Prisma.Sql): Promise<string> {
    const pattern = strings.map((text) => text.replaceAll('%', '%%')).join('%L')
    const literals = [Prisma.sql`${`copy (${pattern}) to stdout (format binary)`}::text`]
    for (const value of values)
      literals.push(
        Array.isArray(value)
          ? Prisma.sql`${value.map(toSqlText)}::text[]::text`
          : Prisma.sql`${toSqlText(value)}::text`,
      )
    const [row] = await this.db.$queryRaw<[{ copy: string }]>`
      select format(${Prisma.join(literals)}) as copy`
    return row.copy
  }
}

function toSqlText(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new TypeError('Only texts and numbers can be statement parameters')
}
