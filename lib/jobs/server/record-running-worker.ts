import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { limitLogRate } from './limit-log-rate'

/** count_running_workers.sql ignores a row after six times this. */
const renewMs = 5_000

/**
 * Records that this process runs jobs, until it stops: `withdrawn` ends then. Never throws: without the record, jobs still
 * run.
 */
export async function recordRunningWorker(
  stopping: AbortSignal,
): Promise<{ withdrawn: Promise<void> }> {
  if (stopping.aborted) return { withdrawn: Promise.resolve() }
  const id = randomUUID()
  const reportError = limitLogRate((error) =>
    logger.warn({ error }, 'this worker could not be recorded'),
  )
  const keepAnnounced = async () => {
    while (!stopping.aborted) {
      await sleep(renewMs, undefined, { signal: stopping }).catch(() => undefined)
      if (!stopping.aborted) await renew(id).catch(reportError)
    }
    await withdraw(id).catch(reportError)
  }
  await renew(id).catch(reportError)
  return { withdrawn: keepAnnounced() }
}

const withdraw = (id: string) =>
  getDatabase().$executeRaw`delete from worker where id = ${id}::uuid`

/** Deletes the rows of processes that were killed, too. */
async function renew(id: string): Promise<void> {
  await getDatabase().$executeRaw`
    with deleted as (
      delete from worker where id in (
        select id from worker where seen_at < now() - interval '1 hour' for update skip locked)
    )
    insert into worker (id) values (${id}::uuid) on conflict (id) do update set seen_at = clock_timestamp()`
}
