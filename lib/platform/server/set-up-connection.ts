import type pg from 'pg'
import { clearPrismaStatementLogs } from './clear-prisma-statement-logs'
import { StatementNamer } from './statement-namer'

/** Limits of a transaction that PostgreSQL enforces, so they also apply to a frozen process. 0: no limit. */
export interface TransactionLimits {
  /** Wait for a lock. */
  lockMs: number
  /** Time between two statements. Then the session ends and its locks are released. */
  idleMs: number
  /** The whole transaction. Enforced by PostgreSQL 17 or newer. */
  totalMs: number
  /** Time that sent data may stay unacknowledged. Enforced on Linux. */
  unacknowledgedMs: number
}

/** The server behind a connection. */
interface ServerInfo {
  hasTotalLimit: boolean
  hasUnacknowledgedLimit: boolean
  processId: number
}

/**
 * First statement of each connection in our pools. PostgreSQL notices within about 15 s that our host is gone. These settings
 * are the same for all connections, so PgBouncer may share them.
 */
export const connectionSetupSql = `
  set timezone to 'UTC'; set tcp_keepalives_idle = 6; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3;
  select current_setting('server_version_num')::int >= 170000 as "hasTotalLimit",
    version() like '%linux%' as "hasUnacknowledgedLimit", pg_backend_pid() as "processId"`

type Query = (...args: unknown[]) => unknown

/**
 * Sets up a connection. From then on, every `begin` sets the limits in the same round trip. They end with the
 * transaction, so they also work with PgBouncer in transaction mode, which passes settings of a session on to other
 * clients. Statements' arguments stay in memory for a second at most. Marked statements are named (./statement-namer), but
 * not through PgBouncer, which may send the next statement over a connection that does not know the name.
 */
export async function setUpConnection(
  client: pg.ClientBase,
  limits: TransactionLimits,
): Promise<void> {
  const results: unknown = await client.query(connectionSetupSql)
  const server = (results as pg.QueryResult<ServerInfo>[]).at(-1)!.rows[0]!
  const beginSql = writeBegin(limits, server)
  // Looked up each time unless it was replaced, because tests and tracing change the shared prototype.
  const replacedQuery = Object.hasOwn(client, 'query') ? (client.query as Query) : null
  const clientPrototype = Object.getPrototypeOf(client) as { query: Query }
  const query: Query = (...args) => (replacedQuery ?? clientPrototype.query).apply(client, args)
  // A pooler gives its clients its own process ids.
  const isDirect = Reflect.get(client, 'processID') === server.processId
  const namer = isDirect ? new StatementNamer(query) : null
  const queryWithLimits: Query = (statement, ...otherArguments) => {
    clearPrismaStatementLogs()
    if (isBegin(statement)) return query({ ...statement, text: beginSql }, ...otherArguments)
    return namer ? namer.send(statement, ...otherArguments) : query(statement, ...otherArguments)
  }
  client.query = queryWithLimits as typeof client.query
}

/** Whether this is the statement with which Prisma begins a transaction. */
function isBegin(statement: unknown): statement is { text: string } {
  return (
    typeof statement === 'object' &&
    statement !== null &&
    Reflect.get(statement, 'text') === 'BEGIN'
  )
}

/** `set` and not a query, because the isolation level can be set only before the first query. */
function writeBegin(limits: TransactionLimits, server: ServerInfo): string {
  return [
    'begin',
    `set local lock_timeout = ${limits.lockMs}`,
    `set local idle_in_transaction_session_timeout = ${limits.idleMs}`,
    ...(server.hasTotalLimit ? [`set local transaction_timeout = ${limits.totalMs}`] : []),
    ...(server.hasUnacknowledgedLimit && limits.unacknowledgedMs > 0
      ? [`set local tcp_user_timeout = ${limits.unacknowledgedMs}`]
      : []),
  ].join('; ')
}
