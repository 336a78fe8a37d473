import { JobProgressWatcher } from '@/lib/jobs/server/job-watch'
import { getDatabase } from '@/lib/platform/server/database'
import { type ImportRunKey, setImportProgress } from './import-rows.sql'

/** Progress of an import. */
export class ImportProgressWatcher extends JobProgressWatcher {
  readBytes = 0
  readLines = 0

  constructor(run: ImportRunKey, signal: AbortSignal) {
    super(() => setImportProgress(getDatabase(), run, this), signal)
  }
}
