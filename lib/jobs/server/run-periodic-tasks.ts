import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { limitLogRate } from './limit-log-rate'
import { tryAdvisoryLock } from './try-lock.sql'

/**
 * Checks for work with an indexed query and does it in short transactions. One process at a time runs a task, but if a task
 * takes more than 60 s, another process may run it too, which it must tolerate.
 */
export type PeriodicTask = (db: Database, signal: AbortSignal) => Promise<void>

/** By name, which is also the name of the lock. */
export type PeriodicTasks = Readonly<Record<string, PeriodicTask>>

const intervalMs = 2_000
const taskMaxMs = 60_000

/** Runs the tasks every 2 s until `stopSignal`. They do follow-up work that must not delay people. */
export async function runPeriodicTasks(
  tasks: PeriodicTasks,
  stopSignal: AbortSignal,
): Promise<void> {
  const errorLoggers = new Map(
    Object.keys(tasks).map((task) => [
      task,
      limitLogRate((error) => logger.warn({ error, task }, 'a periodic task failed')),
    ]),
  )
  while (errorLoggers.size > 0 && !stopSignal.aborted) {
    for (const [name, task] of Object.entries(tasks)) {
      if (stopSignal.aborted) return
      await runTask(name, task, stopSignal).catch((error: unknown) => {
        if (!stopSignal.aborted) errorLoggers.get(name)?.(error)
      })
    }
    await sleep(intervalMs, undefined, { signal: stopSignal }).catch(() => undefined)
  }
}

/** The transaction of the lock does nothing else, so it blocks nothing. */
async function runTask(name: string, task: PeriodicTask, stopSignal: AbortSignal): Promise<void> {
  await getDatabase().$transaction(
    async (db) => {
      await setTransactionLimits(db, { idleMs: taskMaxMs, totalMs: taskMaxMs })
      if (await tryAdvisoryLock(db, `watch/${name}`)) await task(getDatabase(), stopSignal)
    },
    { timeout: taskMaxMs },
  )
}
