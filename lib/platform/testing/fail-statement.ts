import pg from 'pg'

/** Answers like PostgreSQL does where a statement fails. */
const failing = `do $$ begin raise exception 'this statement was made to fail' using errcode = 'data_exception'; end $$`

type Send = (...args: unknown[]) => unknown

/**
 * Does `act` with the `n`th SQL statement of this process failing, counted from 1: in the database, or, where it is one
 * that begins or ends a transaction, by the loss of its connection. Says whether `act` came to an `n`th statement.
 */
export async function failStatement(n: number, act: () => Promise<unknown>): Promise<boolean> {
  const client = pg.Client.prototype as unknown as { query: Send }
  const send = client.query
  let count = 0
  client.query = function (this: pg.Client, ...args) {
    count += 1
    if (count !== n) return send.apply(this, args)
    if (/^\s*(begin|commit|rollback|start)\b/i.test(readText(args[0]))) {
      loseConnection(this)
      return send.apply(this, args)
    }
    const [statement, ...rest] = args
    // COPY: it answers by itself.
    if (isStream(statement)) return send.call(this, Object.assign(statement, { text: failing }))
    // Without values, for it takes none.
    const changed =
      typeof statement === 'string' ? failing : { ...Object(statement), text: failing, values: [] }
    return send.apply(this, [changed, ...rest.filter((value) => typeof value === 'function')])
  }
  try {
    await act()
  } finally {
    client.query = send
  }
  return count >= n
}

const isStream = (statement: unknown): statement is object =>
  typeof Object(statement).submit === 'function'

function readText(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { text } = statement as { text?: unknown }
  return typeof text === 'string' ? text : ''
}

function loseConnection(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
