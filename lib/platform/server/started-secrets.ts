import { hkdfSync } from 'node:crypto'
import { getDatabase, type Transaction } from './database'
import { readSecret } from './env'
import { logger } from './logger'

const checkBytes = 32

/**
 * Writes down under which NEXTAUTH_SECRET this process starts, so that nothing is sealed under another on the host. Where
 * that fails, it starts all the same: it is the host's command that then refuses.
 */
export async function noteStartedSecret(): Promise<void> {
  try {
    await getDatabase().$executeRaw`
      insert into started_secret (check_hash) values (${makeCheck()})
      on conflict (check_hash) do update set started_at = now()`
  } catch (error) {
    logger.warn({ error }, 'under which secret this process starts could not be written down')
  }
}

/** Whether NEXTAUTH_SECRET is what the last process that serves or works started with. `none`: none has. */
export async function judgeStartedSecret(db: Transaction): Promise<'same' | 'other' | 'none'> {
  const last = await db.startedSecret.findFirst({
    select: { checkHash: true },
    orderBy: { startedAt: 'desc' },
  })
  if (!last) return 'none'
  return Buffer.from(last.checkHash).equals(makeCheck()) ? 'same' : 'other'
}

/** Tells whether two secrets are the same, and opens nothing: what seals has keys of other names. */
function makeCheck(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hkdfSync('sha256', readSecret(), '', 'stepmark/started', checkBytes))
}
