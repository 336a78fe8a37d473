import type { ClientBase, Connection, Submittable } from 'pg'
import { BinaryRows } from './binary-rows'
import { refuseOutside } from './refuse-outside'

/** `copy ... from stdin (format binary)` in a transaction of Prisma's, and so one of its statements. */
export class RowCopier {
  private readonly rows = new BinaryRows()

  /** @param readClient gives the transaction's connection, and throws where that is over */
  constructor(private readonly readClient: () => ClientBase) {}

  /**
   * @param text the statement, without values: nothing of it may come from outside
   * @param write writes the rows; called once, at once
   * @throws Error where the transaction is over
   */
  async copy(text: string, write: (rows: BinaryRows) => void): Promise<void> {
    this.rows.clear()
    write(this.rows)
    const client = this.readClient()
    await client.query(new CopyStatement(client, text, this.rows.finish())).done
  }
}

/**
 * Statement and rows at once, for one answer: nothing waits in between. Where the statement fails, PostgreSQL passes over
 * the rows, as its protocol says. The methods are those that `pg` calls.
 */
class CopyStatement implements Submittable {
  readonly done: Promise<void>
  private readonly outcome = Promise.withResolvers<void>()

  constructor(
    private readonly client: ClientBase,
    private readonly text: string,
    private readonly messages: Buffer,
  ) {
    this.done = this.outcome.promise
  }

  submit(connection: Connection): Error | undefined {
    const error = refuseOutside(this.client)
    if (error) return error
    connection.query(this.text)
    connection.stream.write(this.messages)
    return undefined
  }

  handleCopyInResponse(): void {
    // The rows are on their way.
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
