import { getDatabase } from '@/lib/platform/server/database'
import { type SealedPurpose, sealedPurposes } from '@/lib/platform/sealed-purposes'
import { findSealState, type SealState } from '@/lib/platform/server/sealed'
import { encryptedTextsByPurpose } from './encrypted-texts-by-purpose'

const batchSize = 500

export type EncryptedTextCounts = Record<SealState, number>

/** Counts encrypted texts of each kind by the secret that decrypts them. Reads in batches, to limit memory. */
export async function countEncryptedTexts(): Promise<Record<SealedPurpose, EncryptedTextCounts>> {
  const counts = {} as Record<SealedPurpose, EncryptedTextCounts>
  for (const kind of sealedPurposes) counts[kind] = await countKind(kind)
  return counts
}

async function countKind(kind: SealedPurpose): Promise<EncryptedTextCounts> {
  const counts: EncryptedTextCounts = { current: 0, old: 0, lost: 0 }
  let after: string | null | undefined = null
  while (after !== undefined) {
    const rows = await encryptedTextsByPurpose[kind].list(getDatabase(), {
      after,
      limit: batchSize,
    })
    for (const { sealed, place } of rows) counts[findSealState(sealed, kind, place)] += 1
    after = rows.at(batchSize - 1)?.place
  }
  return counts
}
