import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionSetupSql } from '@/lib/platform/server/set-up-connection'

/**
 * How a statement fails. `refused`, `deadlocked`: PostgreSQL reports an error. `lost`: the connection breaks before
 * the statement is sent. `response_lost`: the statement succeeds, but the connection breaks before the response; a
 * stream (COPY) is lost before it is sent.
 */
export const statementFaults = ['refused', 'deadlocked', 'lost', 'response_lost'] as const
export type StatementFault = (typeof statementFaults)[number]

/** A statement that fails in PostgreSQL with this error code. */
const makeFailingStatement = (errcode: string) =>
  `do $$ begin raise exception 'this statement was made to fail' using errcode = '${errcode}'; end $$`
const failingStatements = {
  refused: makeFailingStatement('data_exception'),
  deadlocked: makeFailingStatement('deadlock_detected'),
}

/** Longer than a socket takes to report that it is closed. */
const lossDelayMs = 5

type Send = (...args: unknown[]) => unknown
type Callback = (error: Error | null, result?: unknown) => void

/**
 * Runs `run` and makes the `n`th SQL statement of this process fail, counted from 1. A statement that begins or ends
 * a transaction cannot be rejected, so its connection is lost instead. Returns the statements of `run` in order.
 */
export async function injectStatementFault(
  n: number,
  fault: StatementFault,
  run: () => Promise<unknown>,
): Promise<string[]> {
  try {
    return await changeStatement(n, run, (client, send, args) =>
      applyFault(client, send, fault, args),
    )
  } finally {
    // The pool notices a lost connection a moment later, so wait before it is reused.
    await sleep(lossDelayMs)
  }
}

/**
 * Runs `run`, and `meanwhile` right before its `n`th SQL statement. Statements of `meanwhile` are not counted.
 * Returns the statements of `run` in order.
 */
export async function runCallbackBeforeNthStatement(
  n: number,
  run: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<string[]> {
  return changeStatement(n, run, async (client, send, args) => {
    const countingQuery = clientPrototype.query
    clientPrototype.query = send
    await meanwhile()
    clientPrototype.query = countingQuery
    return send.apply(client, args)
  })
}

const clientPrototype = pg.Client.prototype as unknown as { query: Send }

async function changeStatement(
  n: number,
  run: () => Promise<unknown>,
  change: (client: pg.Client, send: Send, args: unknown[]) => unknown,
): Promise<string[]> {
  const send = clientPrototype.query
  const statements: string[] = []
  clientPrototype.query = function (this: pg.Client, ...args) {
    const text = readText(args[0])
    // Not counted: a new connection is set up once, by the first call that needs it.
    if (text === connectionSetupSql) return send.apply(this, args)
    statements.push(text)
    return statements.length === n ? change(this, send, args) : send.apply(this, args)
  }
  try {
    await run()
  } finally {
    clientPrototype.query = send
  }
  return statements
}

/** Runs `run`, in which PostgreSQL rejects the `n`th statement. Returns whether `run` reached it. */
export async function runWithNthStatementRejected(
  n: number,
  run: () => Promise<unknown>,
): Promise<boolean> {
  return (await injectStatementFault(n, 'refused', run)).length >= n
}

function applyFault(
  client: pg.Client,
  send: Send,
  fault: StatementFault,
  args: unknown[],
): unknown {
  const isTransactionControl = /^\s*(begin|commit|rollback|start)\b/i.test(readText(args[0]))
  if (fault === 'response_lost' && !isStream(args[0])) return sendAndLoseReply(client, send, args)
  if (isTransactionControl || fault === 'lost' || fault === 'response_lost') {
    loseConnection(client)
    return send.apply(client, args)
  }
  const text = failingStatements[fault]
  const [statement, ...otherArguments] = args
  // COPY handles its own response.
  if (isStream(statement)) return send.call(client, Object.assign(statement, { text }))
  // Without parameters, because the failing statement takes none.
  const changedStatement =
    typeof statement === 'string'
      ? text
      : { ...Object(statement), text, values: [], name: undefined }
  return send.apply(client, [
    changedStatement,
    ...otherArguments.filter((value) => typeof value === 'function'),
  ])
}

function sendAndLoseReply(client: pg.Client, send: Send, args: unknown[]): unknown {
  const lostError = new Error('Connection terminated unexpectedly')
  const callback = args.at(-1)
  if (typeof callback === 'function')
    return send.apply(client, [
      ...args.slice(0, -1),
      (error: Error | null) => {
        loseConnection(client)
        ;(callback as Callback)(error ?? lostError)
      },
    ])
  return (send.apply(client, args) as Promise<unknown>).then(() => {
    loseConnection(client)
    throw lostError
  })
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
