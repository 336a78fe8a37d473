import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { closeConnectionWhenUnresponsive } from './close-connection-when-unresponsive'

/** Time limit for connecting and for short queries. After that, the database counts as down or unreachable. */
export const databaseTimeoutMs = 5_000

interface PgOptions {
  /** Application name in `pg_stat_activity`. */
  name?: string
  /** Time limit for connecting; default: none. */
  connectTimeoutMs?: number
  /**
   * For short queries that must not wait forever: a query without a response fails as on a lost connection, and
   * closing does not wait for an unresponsive peer.
   */
  responseTimeoutMs?: number
  /** Converts the error if connecting fails. */
  convertError?: (error: unknown) => Error
}

/**
 * Opens a connection outside Prisma and closes it after `use`: for operations on whole databases. Requests use
 * getDatabase instead. Throws pg's errors.
 */
export async function withPgClient<T>(
  databaseUrl: string,
  use: (client: pg.Client) => Promise<T>,
  options: PgOptions = {},
): Promise<T> {
  const client = await openPgClient(databaseUrl, options)
  const { responseTimeoutMs: timeoutMs } = options
  if (timeoutMs !== undefined) closeConnectionWhenUnresponsive(client, timeoutMs)
  try {
    return await use(client)
  } finally {
    await (timeoutMs === undefined ? client.end() : closeWithTimeout(client, timeoutMs))
  }
}

async function openPgClient(databaseUrl: string, options: PgOptions): Promise<pg.Client> {
  const { name, connectTimeoutMs, convertError } = options
  try {
    const client = new pg.Client({
      connectionString: databaseUrl,
      ...(name !== undefined && { application_name: name }),
      ...(connectTimeoutMs !== undefined && { connectionTimeoutMillis: connectTimeoutMs }),
    })
    client.on('error', () => undefined) // if the connection is lost while idle, the next query fails
    await client.connect()
    return client
  } catch (error) {
    throw convertError?.(error) ?? error
  }
}

async function closeWithTimeout(client: pg.Client, timeoutMs: number): Promise<void> {
  const controller = new AbortController()
  const timeout = sleep(timeoutMs, true, { signal: controller.signal }).catch(() => false)
  if (await Promise.race([client.end().then(() => false), timeout])) {
    const { stream } = Reflect.get(client, 'connection') as { stream: { destroy(): void } }
    stream.destroy()
  }
  controller.abort()
}
