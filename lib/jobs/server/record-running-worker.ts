import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { limitLogRate } from './limit-log-rate'

/** count_running_workers.sql ignores a row after six times this. */
const renewMs = 5_000

/**
 * Records that this process runs jobs, until it stops. `recordDeleted` resolves when the record is deleted. Never throws:
 * jobs run without the record too.
 */
export async function recordRunningWorker(
  stopSignal: AbortSignal,
): Promise<{ recordDeleted: Promise<void> }> {
  if (stopSignal.aborted) return { recordDeleted: Promise.resolve() }
  const id = randomUUID()
  const reportError = limitLogRate((error) =>
    logger.warn({ error }, 'this worker could not be recorded'),
  )
  const renewUntilStopped = async () => {
    while (!stopSignal.aborted) {
      await sleep(renewMs, undefined, { signal: stopSignal }).catch(() => undefined)
      if (!stopSignal.aborted) await renewRecord(id).catch(reportError)
    }
    await deleteRecord(id).catch(reportError)
  }
  await renewRecord(id).catch(reportError)
  return { recordDeleted: renewUntilStopped() }
}

const deleteRecord = (id: string) =>
  getDatabase().$executeRaw`delete from worker where id = ${id}::uuid`

/** Deletes the rows of processes that were killed, too. */
async function renewRecord(id: string): Promise<void> {
  await getDatabase().$executeRaw`
    with deleted as (
      delete from worker where id in (
        select id from worker where seen_at < now() - interval '1 hour' for update skip locked)
    )
    insert into worker (id) values (${id}::uuid) on conflict (id) do update set seen_at = clock_timestamp()`
}
