import { command } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { findEncryptionState, reencryptText } from '@/lib/platform/server/encrypted-text'
import { compareSecretFingerprint } from '@/lib/platform/server/secret-fingerprints'
import { resealSecretsContract } from '../contract'
import { encryptedTextStores } from './encrypted-text-stores'

/**
 * Re-encrypts one batch. Each batch has its own transaction and audit entry, so an interrupted run keeps the finished
 * batches. Idempotent, because texts encrypted with NEXTAUTH_SECRET are skipped. Throws `conflict` if NEXTAUTH_SECRET is
 * not the one that the servers use.
 */
export const resealSecrets = command(resealSecretsContract, {
  action: 'secrets.reseal',
  scope: 'instance',
  async run({ db }, { kind, after = null, limit }) {
    await checkSecretOfServers(db)
    const rows = await encryptedTextStores[kind].list(db, { after, limit })
    let [resealed, lostCount] = [0, 0]
    for (const row of rows) {
      if (findEncryptionState(row.sealed, kind, row.rowKey) === 'lost') lostCount += 1
      const resealedText = reencryptText(row.sealed, kind, row.rowKey)
      if (resealedText && (await encryptedTextStores[kind].replace(db, row, resealedText)))
        resealed += 1
    }
    return {
      checked: rows.length,
      resealed,
      lost: lostCount,
      next: rows.length < limit ? null : rows.at(-1)!.rowKey,
    }
  },
  audit: ({ kind }, { resealed, lost }) => ({
    target: `secrets:${kind}`,
    detail: { resealed, lost },
  }),
})

/** Servers with another secret could not decrypt what this process encrypts. */
async function checkSecretOfServers(db: Transaction): Promise<void> {
  const secretState = await compareSecretFingerprint(db)
  if (secretState === 'same') return
  throw new AppError(
    'conflict',
    secretState === 'none'
      ? 'No server or worker has started yet, so this NEXTAUTH_SECRET can’t be compared with theirs. Start one first. Nothing was changed.'
      : 'NEXTAUTH_SECRET is not the one that a server or worker last started with, so they could not decrypt the secrets. Set their NEXTAUTH_SECRET in this terminal, or restart all of them with this one first. Nothing was changed.',
  )
}
