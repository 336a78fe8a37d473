import type { JobHandlers } from '@/lib/jobs/job'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { getDatabase } from '@/lib/platform/server/database'
import { findMailLinkOrigin } from '@/lib/platform/server/env'
import { logger } from '@/lib/platform/server/logger'
import { listLostJobs } from './list-lost-jobs.sql'

/** Enqueues lost jobs again. A job that ends at this moment may be enqueued once more; its handler notices and ends. */
export const enqueueLostJobs: JobHandlers['find-lost-jobs'] = async () => {
  for (const { name, payload } of await listLostJobs(getDatabase(), findMailLinkOrigin())) {
    logger.warn({ job: name, ...payload }, 'a job was lost, and is enqueued again')
    await getDatabase().$transaction((db) => enqueueJob(db, name, payload))
  }
}
