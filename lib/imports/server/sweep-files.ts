import { removeFile } from '@/lib/files/server/stored-files'
import type { JobHandlers } from '@/lib/jobs/job'
import { getDatabase } from '@/lib/platform/server/database'
import {
  failLostImports,
  releaseExpiredFiles,
  releaseExpiredReports,
  listOrphanedFiles,
} from './sweep-files.sql'

/** Tidies up after imports that no one finished, and removes stored files that belong to nothing. */
export const sweepFiles: JobHandlers['sweep-files'] = async (_payload, signal) => {
  const db = getDatabase()
  await failLostImports(db)
  await releaseExpiredFiles(db)
  await releaseExpiredReports(db)
  for (const file of await listOrphanedFiles(db)) {
    if (signal.aborted) return
    await removeFile(db, file)
  }
}
