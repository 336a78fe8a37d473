import { hkdfSync } from 'node:crypto'
import { getDatabase, type Transaction } from './database'
import { readAuthSecret } from './env'
import { logger } from './logger'

const fingerprintBytes = 32

/**
 * Records the NEXTAUTH_SECRET with which this process starts, so that no command on the host encrypts with another
 * one. If that fails, the process starts anyway, and such a command refuses to run.
 */
export async function recordSecretFingerprint(): Promise<void> {
  try {
    await getDatabase().$executeRaw`
      insert into started_secret (check_hash) values (${makeFingerprint()})
      on conflict (check_hash) do update set started_at = now()`
  } catch (error) {
    logger.warn({ error }, 'the secret fingerprint could not be recorded')
  }
}

/** Compares NEXTAUTH_SECRET with that of the last started server or worker. `none`: none has started yet. */
export async function compareSecretFingerprint(
  db: Transaction,
): Promise<'same' | 'other' | 'none'> {
  const last = await db.startedSecret.findFirst({
    select: { checkHash: true },
    orderBy: { startedAt: 'desc' },
  })
  if (!last) return 'none'
  return Buffer.from(last.checkHash).equals(makeFingerprint()) ? 'same' : 'other'
}

/**
 * A fingerprint that tells whether two secrets are equal. It decrypts nothing, because encryption keys are
 * derived with other labels.
 */
function makeFingerprint(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    hkdfSync('sha256', readAuthSecret(), '', 'stepmark/started', fingerprintBytes),
  )
}
