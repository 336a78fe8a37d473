import { readDriverCause } from '@/lib/platform/server/driver-cause'
import { logger } from '@/lib/platform/server/logger'

/** PostgreSQL's codes for a server that is read-only, and for a disk that is full. */
const takesNoWrites = new Set(['25006', '53100'])
/** So long nothing is tried after the database took no write: every request would write a line into the log. */
const restMs = 60_000
let restsUntil = 0

/**
 * Notes when a session or a token was last used. While the database takes no writes that stays as it was: whoever only
 * reads goes on.
 */
export async function noteUse(write: () => PromiseLike<unknown>): Promise<void> {
  if (performance.now() < restsUntil) return
  try {
    await write()
  } catch (error) {
    if (!takesNoWrites.has(String(readDriverCause(error).originalCode))) throw error
    restsUntil = performance.now() + restMs
    logger.warn(
      { error, restMs },
      'the database takes no writes: times of last use stay as they are',
    )
  }
}
