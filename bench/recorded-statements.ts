import { createHash } from 'node:crypto'
import pg from 'pg'

/** A recorded statement. */
export interface RecordedStatement {
  text: string
  values: readonly unknown[]
}

type QueryFunction = (...args: unknown[]) => unknown

/** Records every SQL statement that this process sends while `run` runs, in order. */
export async function recordStatements(
  run: () => Promise<unknown>,
): Promise<readonly RecordedStatement[]> {
  const statements: RecordedStatement[] = []
  const client = pg.Client.prototype as unknown as { query: QueryFunction }
  const originalQuery = client.query
  client.query = function (this: pg.Client, ...args) {
    const [statement, values] = args
    statements.push(
      typeof statement === 'string'
        ? { text: statement, values: Array.isArray(values) ? values : [] }
        : {
            text: (statement as pg.QueryConfig).text,
            values: (statement as pg.QueryConfig).values ?? [],
          },
    )
    return originalQuery.apply(this, args)
  }
  try {
    await run()
  } finally {
    client.query = originalQuery
  }
  return statements
}

/**
 * Sends recorded statements on one connection, with some values replaced: a value that is a key of `replacements` is
 * replaced by its value there. Statements with values are prepared. A text without values can contain several statements,
 * such as `begin` and the limits of the transaction, and PostgreSQL can't prepare those.
 */
export async function replayStatements(
  client: pg.Client,
  statements: readonly RecordedStatement[],
  replacements: ReadonlyMap<unknown, unknown>,
): Promise<void> {
  for (const { text, values } of statements)
    if (values.length === 0) await client.query(text)
    else
      await client.query({
        name: createHash('sha256').update(text).digest('base64url').slice(0, 40),
        text,
        values: values.map((value) => (replacements.has(value) ? replacements.get(value) : value)),
      })
}
