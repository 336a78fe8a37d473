import { removeStoredFile } from '@/lib/files/server/stored-files'
import type { JobHandlers } from '@/lib/jobs/job'
import { getDatabase } from '@/lib/platform/server/database'
import {
  failLostImports,
  detachExpiredFiles,
  detachExpiredReports,
  listOrphanedFiles,
} from './sweep-files.sql'

/** Cleans up unfinished imports and deletes unreferenced files. */
export const runSweepFilesJob: JobHandlers['sweep-files'] = async (_payload, signal) => {
  const db = getDatabase()
  await failLostImports(db)
  await detachExpiredFiles(db)
  await detachExpiredReports(db)
  for (const file of await listOrphanedFiles(db)) {
    if (signal.aborted) return
    await removeStoredFile(db, file)
  }
}
