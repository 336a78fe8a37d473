import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readEnv } from '@/lib/platform/server/env'

const cipher = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** A key of its own for each purpose, from the secret of the installation, which is not in the database. */
function makeKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', readEnv().secret, '', `stepmark ${purpose}`, keyBytes))
}

/**
 * Encrypts what the server must be able to read again, so that the database alone, or a copy of it, does not tell it.
 * `owner`: a row that is moved to somebody else's account opens there no more.
 */
export function seal(text: string, purpose: string, owner: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, makeKey(purpose), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return new Uint8Array(Buffer.concat([nonce, sealing.getAuthTag(), sealed]))
}

/** Null where it was sealed with another secret, for another owner, or was changed. */
export function unseal(sealed: Uint8Array, purpose: string, owner: string): string | null {
  const bytes = Buffer.from(sealed)
  try {
    const opening = createDecipheriv(cipher, makeKey(purpose), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return (
      opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') +
      opening.final('utf8')
    )
  } catch {
    return null
  }
}
