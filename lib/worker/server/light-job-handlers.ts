import { runSweepFilesJob } from '@/lib/imports/server/sweep-files'
import type { JobHandlers } from '@/lib/jobs/job'
import { getDatabase } from '@/lib/platform/server/database'
import { deleteOldDeliveries } from '@/lib/webhooks/server/delivery-rows.sql'
import { enqueueLostJobs } from './enqueue-lost-jobs'

/** Jobs that only run statements, so a web server runs them without its job thread. */
export const lightJobHandlers = {
  'sweep-files': async (payload, signal) => {
    await runSweepFilesJob(payload, signal)
    await deleteOldDeliveries(getDatabase(), signal)
  },
  'find-lost-jobs': enqueueLostJobs,
} satisfies Partial<JobHandlers>
