import { setTimeout as sleep } from 'node:timers/promises'
import { withPgClient } from '@/lib/platform/server/pg-client'
import type { WebServer } from '@/scripts/start-server'

const maxAttempts = 200
const pauseMs = 20

/** The URL for a process whose sessions must be distinguishable from those of others. */
export function addSessionNameToUrl(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  return url.href
}

/** Stops the process like a frozen host. Returns a function that continues it. */
export function freezeServer({ process: child }: WebServer): () => void {
  child.kill('SIGSTOP')
  return () => void child.kill('SIGCONT')
}

/**
 * Freezes a busy process while sessions of this name are idle in a transaction in which they have locked a lease. Returns
 * the number of these sessions, and a function that continues the process. Throws if no attempt succeeds.
 */
export function freezeServerInTransaction(
  server: WebServer,
  databaseUrl: string,
  sessionName: string,
): Promise<{ sessions: number; thaw: () => void }> {
  return withPgClient(databaseUrl, async (client) => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const thaw = freezeServer(server)
      await sleep(pauseMs) // lets statements that were sent finish
      const { rows } = await client.query<{ sessions: number }>(
        `select count(*)::int as sessions
         from pg_stat_activity a
         where datname = current_database() and application_name = $1 and state = 'idle in transaction'
           and exists (select from pg_locks l where l.pid = a.pid and l.relation = 'lease'::regclass
             and l.mode in ('RowShareLock', 'RowExclusiveLock'))`,
        [sessionName],
      )
      const { sessions } = rows[0]!
      if (sessions > 0) return { sessions, thaw }
      thaw()
      await sleep(pauseMs)
    }
    throw new Error(`No session of ${sessionName} had locked a lease when it was frozen`)
  })
}
