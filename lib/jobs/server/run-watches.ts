import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { logOften } from './log-often'
import { tryLock } from './try-lock.sql'

/**
 * Looks whether there is something to do, by a question that an index answers, and does it in short transactions of its
 * own. One process at a time asks; should it hang for long, another begins beside it, which a watch must bear.
 */
export type Watch = (db: Database, signal: AbortSignal) => Promise<void>

/** By name, which is also that of the lock. */
export type Watches = Readonly<Record<string, Watch>>

const lookMs = 2_000
const longestMs = 60_000

/** Looks every 2 s until the process ends: for what follows from people's work, and must not keep them waiting. */
export async function runWatches(watches: Watches, stopping: AbortSignal): Promise<void> {
  const logs = new Map(
    Object.keys(watches).map((watch) => [
      watch,
      logOften((error) => logger.warn({ error, watch }, 'a watch has trouble')),
    ]),
  )
  while (logs.size > 0 && !stopping.aborted) {
    for (const [name, watch] of Object.entries(watches)) {
      if (stopping.aborted) return
      await look(name, watch, stopping).catch((error: unknown) => {
        if (!stopping.aborted) logs.get(name)?.(error)
      })
    }
    await sleep(lookMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

/** The lock's transaction does nothing else, so that it keeps no one and nothing waiting. */
async function look(name: string, watch: Watch, stopping: AbortSignal): Promise<void> {
  await getDatabase().$transaction(
    async (db) => {
      if (await tryLock(db, `watch/${name}`)) await watch(getDatabase(), stopping)
    },
    { timeout: longestMs },
  )
}
