import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { EncryptionPurpose } from '@/lib/platform/encryption-purposes'
import { readOldAuthSecrets, readAuthSecret } from './env'

/**
 * Encrypts secrets that must be read again, so that hashing is not an option: AES-256-GCM with a key derived from
 * NEXTAUTH_SECRET by HKDF. Each `purpose` has its own key. `rowKey` (ids of the row) is authenticated, so that a text
 * copied to another row does not decrypt. Texts of a secret in NEXTAUTH_SECRET_OLD still decrypt, but new ones never
 * use it. Without the right secret, a text is lost and must be created again (docs/decisions/041-secret-rotation.md).
 */

/** `lost`: from another row, encrypted with a secret that is not set, or changed since. */
export type EncryptionState = 'current' | 'old' | 'lost'

const version = 1
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

export function encryptText(
  text: string,
  purpose: EncryptionPurpose,
  rowKey: string,
): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', makeKey(readAuthSecret(), purpose), nonce)
  cipher.setAAD(Buffer.from(rowKey))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), sealed]))
}

/**
 * Null: from another row, encrypted with a secret that is not set, or changed since.
 *
 * @throws AppError `internal` if this process has no secret, which says nothing about the text
 */
export function decryptText(
  sealed: Uint8Array,
  purpose: EncryptionPurpose,
  rowKey: string,
): string | null {
  return tryDecrypt(sealed, purpose, rowKey)?.text ?? null
}

/** Which secret decrypts it. Throws like `decryptText`. */
export function findEncryptionState(
  sealed: Uint8Array,
  purpose: EncryptionPurpose,
  rowKey: string,
): EncryptionState {
  return tryDecrypt(sealed, purpose, rowKey)?.state ?? 'lost'
}

/** Re-encrypts with NEXTAUTH_SECRET. Null if it is already encrypted with it, or is lost. Throws like `decryptText`. */
export function reencryptText(
  sealed: Uint8Array,
  purpose: EncryptionPurpose,
  rowKey: string,
): Uint8Array<ArrayBuffer> | null {
  const decrypted = tryDecrypt(sealed, purpose, rowKey)
  return decrypted?.state === 'old' ? encryptText(decrypted.text, purpose, rowKey) : null
}

/** Tries each secret: a text does not name its secret, and there are few. */
function tryDecrypt(
  sealed: Uint8Array,
  purpose: EncryptionPurpose,
  rowKey: string,
): { text: string; state: EncryptionState } | null {
  const bytes = Buffer.from(sealed)
  const [current, ...oldSecrets] = [readAuthSecret(), ...readOldAuthSecrets()]
  const text = decrypt(makeKey(current, purpose), bytes, rowKey)
  if (text !== null) return { text, state: 'current' }
  for (const secret of oldSecrets) {
    const oldText = decrypt(makeKey(secret, purpose), bytes, rowKey)
    if (oldText !== null) return { text: oldText, state: 'old' }
  }
  return null
}

function decrypt(key: Uint8Array, bytes: Buffer, rowKey: string): string | null {
  const offset = 1 + nonceBytes
  if (bytes[0] !== version || bytes.length < offset + tagBytes) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, offset), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(rowKey))
    decipher.setAuthTag(bytes.subarray(offset, offset + tagBytes))
    const text = [decipher.update(bytes.subarray(offset + tagBytes)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return null
  }
}

function makeKey(secret: string, purpose: EncryptionPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `stepmark/sealed/${purpose}`, keyBytes))
}
