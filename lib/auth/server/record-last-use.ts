import { readDriverErrorDetails } from '@/lib/platform/server/driver-error-details'
import { logger } from '@/lib/platform/server/logger'

/** PostgreSQL's codes for a read-only server and a full disk. */
const readOnlyCodes = new Set(['25006', '53100'])
/** Pause after a failed write, so that not every request logs a warning. */
const backoffMs = 60_000
let backoffUntil = 0

/**
 * Records the last use of a session or token. If the database is read-only or its disk is full, skips that, so that reads still work.
 */
export async function recordLastUse(write: () => PromiseLike<unknown>): Promise<void> {
  if (performance.now() < backoffUntil) return
  try {
    await write()
  } catch (error) {
    if (!readOnlyCodes.has(String(readDriverErrorDetails(error).originalCode))) throw error
    backoffUntil = performance.now() + backoffMs
    logger.warn(
      { error, backoffMs },
      'the database is read-only or its disk is full, so times of last use are not updated',
    )
  }
}
