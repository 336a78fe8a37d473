import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { giveUpOnSilence } from './give-up-on-silence'

/** Time in which a database must connect, and answer a short question. Otherwise it is down or unreachable. */
export const databaseTimeoutMs = 5_000

interface PgOptions {
  /** What `pg_stat_activity` calls it. */
  name?: string
  /** Until it is open; else as long as the network takes. */
  connectWithinMs?: number
  /**
   * For short questions, by whoever must not wait for ever: what gets no answer fails as on a connection that is lost, and
   * a peer that says nothing is not waited for at the end either.
   */
  answerWithinMs?: number
  /** Makes what is thrown of what kept it from opening. */
  tellTrouble?: (error: unknown) => Error
}

/**
 * One connection outside Prisma, closed when `use` is done: for what happens to whole databases. Requests go through
 * getDatabase instead. Throws pg's errors.
 */
export async function usePgClient<T>(
  databaseUrl: string,
  use: (client: pg.Client) => Promise<T>,
  options: PgOptions = {},
): Promise<T> {
  const client = await openPgClient(databaseUrl, options)
  const { answerWithinMs: withinMs } = options
  if (withinMs !== undefined) giveUpOnSilence(client, withinMs)
  try {
    return await use(client)
  } finally {
    await (withinMs === undefined ? client.end() : hangUp(client, withinMs))
  }
}

async function openPgClient(databaseUrl: string, options: PgOptions): Promise<pg.Client> {
  const { name, connectWithinMs, tellTrouble } = options
  try {
    const client = new pg.Client({
      connectionString: databaseUrl,
      ...(name !== undefined && { application_name: name }),
      ...(connectWithinMs !== undefined && { connectionTimeoutMillis: connectWithinMs }),
    })
    client.on('error', () => undefined) // a connection lost while idle: the next query says so
    await client.connect()
    return client
  } catch (error) {
    throw tellTrouble?.(error) ?? error
  }
}

async function hangUp(client: pg.Client, withinMs: number): Promise<void> {
  const over = new AbortController()
  const isLate = sleep(withinMs, true, { signal: over.signal }).catch(() => false)
  if (await Promise.race([client.end().then(() => false), isLate])) {
    const { stream } = Reflect.get(client, 'connection') as { stream: { destroy(): void } }
    stream.destroy()
  }
  over.abort()
}
