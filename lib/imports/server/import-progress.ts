import { JobProgressWatcher } from '@/lib/jobs/server/job-watch'
import { getDatabase } from '@/lib/platform/server/database'
import { type RunKey, setProgress } from './import-rows.sql'

/** Progress of an import. */
export class ImportProgress extends JobProgressWatcher {
  readBytes = 0
  readLines = 0

  constructor(run: RunKey, signal: AbortSignal) {
    super(() => setProgress(getDatabase(), run, this), signal)
  }
}
