import { removeStoredFile } from '@/lib/files/server/stored-files'
import type { JobHandlers } from '@/lib/jobs/job'
import { getDatabase } from '@/lib/platform/server/database'
import {
  failLostImports,
  releaseExpiredFiles,
  releaseExpiredReports,
  listOrphanedFiles,
} from './sweep-files.sql'

/** Cleans up unfinished imports and deletes unreferenced files. */
export const sweepFiles: JobHandlers['sweep-files'] = async (_payload, signal) => {
  const db = getDatabase()
  await failLostImports(db)
  await releaseExpiredFiles(db)
  await releaseExpiredReports(db)
  for (const file of await listOrphanedFiles(db)) {
    if (signal.aborted) return
    await removeStoredFile(db, file)
  }
}
