import { giveUpRelease, runReleaseJob } from '@/lib/exports/server/jobs'
import { giveUpImport, runImportJob } from '@/lib/imports/server/jobs'
import { sweepFiles } from '@/lib/imports/server/sweep-files'
import type { JobHandlers } from '@/lib/jobs/job'
import type { GiveUp } from '@/lib/jobs/server/run-jobs'
import { giveUpRegrade, runRegradeJob } from '@/lib/review/server/regrade-jobs'

/** Which domain does which job. */
export const jobHandlers: JobHandlers = {
  import: runImportJob,
  release: runReleaseJob,
  regrade: runRegradeJob,
  'sweep-files': sweepFiles,
}

/** What becomes of those that are not tried again. */
export const giveUp: GiveUp = {
  import: giveUpImport,
  release: giveUpRelease,
  regrade: giveUpRegrade,
}
