import { type EncryptionPurpose, encryptionPurposes } from '@/lib/platform/encryption-purposes'
import { getDatabase } from '@/lib/platform/server/database'
import { findEncryptionState, type EncryptionState } from '@/lib/platform/server/encrypted-text'
import { encryptedTextStores } from './encrypted-text-stores'

const batchSize = 500

export type EncryptedTextCounts = Record<EncryptionState, number>

/** Counts encrypted texts of each kind by the secret that decrypts them. Reads in batches, to limit memory. */
export async function countEncryptedTexts(): Promise<
  Record<EncryptionPurpose, EncryptedTextCounts>
> {
  const counts = {} as Record<EncryptionPurpose, EncryptedTextCounts>
  for (const kind of encryptionPurposes) counts[kind] = await countKind(kind)
  return counts
}

async function countKind(kind: EncryptionPurpose): Promise<EncryptedTextCounts> {
  const counts: EncryptedTextCounts = { current: 0, old: 0, lost: 0 }
  let after: string | null | undefined = null
  while (after !== undefined) {
    const rows = await encryptedTextStores[kind].list(getDatabase(), {
      after,
      limit: batchSize,
    })
    for (const { sealed, rowKey } of rows) counts[findEncryptionState(sealed, kind, rowKey)] += 1
    after = rows.at(batchSize - 1)?.rowKey
  }
  return counts
}
