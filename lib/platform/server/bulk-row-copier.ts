import type { ClientBase, Connection, Submittable } from 'pg'
import { BinaryCopyWriter } from './binary-copy-writer'
import { findClosedTransactionError } from './find-closed-transaction-error'

/** Runs `copy ... from stdin (format binary)` as a statement of a Prisma transaction. */
export class BulkRowCopier {
  /** Made at first use, because most transactions copy nothing. */
  private rows: BinaryCopyWriter | null = null

  /** @param readClient returns the transaction's connection, and throws if the transaction is over */
  constructor(private readonly readClient: () => ClientBase) {}

  /**
   * @param text the statement, without parameters: must not contain user input
   * @param write writes the rows; called once, synchronously
   * @throws Error if the transaction is over
   */
  async copy(text: string, write: (rows: BinaryCopyWriter) => void): Promise<void> {
    const rows = (this.rows ??= new BinaryCopyWriter())
    rows.clear()
    write(rows)
    const client = this.readClient()
    await client.query(new CopyStatement(client, text, rows.finish())).completion
  }
}

/**
 * Sends statement and rows together, in one round trip. If the statement fails, PostgreSQL ignores the rows, as its
 * protocol defines. `pg` calls these methods.
 */
class CopyStatement implements Submittable {
  readonly completion: Promise<void>
  private readonly outcome = Promise.withResolvers<void>()

  constructor(
    private readonly client: ClientBase,
    private readonly text: string,
    private readonly messages: Buffer,
  ) {
    this.completion = this.outcome.promise
  }

  submit(connection: Connection): Error | undefined {
    const error = findClosedTransactionError(this.client)
    if (error) return error
    connection.query(this.text)
    connection.stream.write(this.messages)
    return undefined
  }

  handleCopyInResponse(): void {
    // The rows are already sent.
  }

  handleCommandComplete(): void {
    // `handleReadyForQuery` follows.
  }

  handleReadyForQuery(): void {
    this.outcome.resolve()
  }

  handleError(error: Error): void {
    this.outcome.reject(error)
  }
}
