import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readSecret } from './env'

/**
 * Secrets that have to be read again (a hash will not do), as the database keeps them: AES-256-GCM under a key made of
 * NEXTAUTH_SECRET by HKDF. `purpose` is one key each; `place` (ids of the row) is bound in, so that what is copied to
 * another row does not open there. With another NEXTAUTH_SECRET they are lost, and have to be made anew.
 */

const version = 1
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

export function seal(text: string, purpose: string, place: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', makeKey(purpose), nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), sealed]))
}

/**
 * Null: sealed elsewhere, with another secret, or changed since.
 *
 * @throws AppError `internal` where this process has no secret at all, which says nothing of what was sealed
 */
export function unseal(sealed: Uint8Array, purpose: string, place: string): string | null {
  const bytes = Buffer.from(sealed)
  const at = 1 + nonceBytes
  if (bytes[0] !== version || bytes.length < at + tagBytes) return null
  const key = makeKey(purpose)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, at), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(at, at + tagBytes))
    const text = [decipher.update(bytes.subarray(at + tagBytes)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return null
  }
}

function makeKey(purpose: string): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', readSecret(), '', `stepmark/sealed/${purpose}`, keyBytes),
  )
}
