import { readDriverCause } from '@/lib/platform/server/driver-cause'
import { logger } from '@/lib/platform/server/logger'

/** PostgreSQL's codes for a server that is read-only, and for a disk that is full. */
const readOnlyCodes = new Set(['25006', '53100'])
/** So long nothing is tried after the database took no write: every request would write a line into the log. */
const backoffMs = 60_000
let backoffUntil = 0

/**
 * Notes when a session or a token was last used. While the database takes no writes that stays as it was: whoever only
 * reads goes on.
 */
export async function recordLastUse(write: () => PromiseLike<unknown>): Promise<void> {
  if (performance.now() < backoffUntil) return
  try {
    await write()
  } catch (error) {
    if (!readOnlyCodes.has(String(readDriverCause(error).originalCode))) throw error
    backoffUntil = performance.now() + backoffMs
    logger.warn(
      { error, backoffMs },
      'the database takes no writes: times of last use stay as they are',
    )
  }
}
