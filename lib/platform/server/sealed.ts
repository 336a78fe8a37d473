import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SealedPurpose } from '@/lib/platform/sealed-purposes'
import { readOldSecrets, readSecret } from './env'

/**
 * Secrets that have to be read again (a hash will not do), as the database keeps them: AES-256-GCM under a key made of
 * NEXTAUTH_SECRET by HKDF. `purpose` is one key each; `place` (ids of the row) is bound in, so that what is copied to
 * another row does not open there. What was sealed under a secret of NEXTAUTH_SECRET_OLD still opens; nothing is sealed
 * under one. With none of them it is lost, and has to be made anew (docs/decisions/041-secret-rotation.md).
 */

/** `lost`: sealed elsewhere, with a secret that is not set here, or changed since. */
export type SealState = 'current' | 'old' | 'lost'

const version = 1
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

export function seal(text: string, purpose: SealedPurpose, place: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', makeKey(readSecret(), purpose), nonce)
  cipher.setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), sealed]))
}

/**
 * Null: sealed elsewhere, with a secret that is not set here, or changed since.
 *
 * @throws AppError `internal` where this process has no secret at all, which says nothing of what was sealed
 */
export function unseal(sealed: Uint8Array, purpose: SealedPurpose, place: string): string | null {
  return open(sealed, purpose, place)?.text ?? null
}

/** By which secret it opens. Throws as `unseal` does. */
export function judgeSeal(sealed: Uint8Array, purpose: SealedPurpose, place: string): SealState {
  return open(sealed, purpose, place)?.state ?? 'lost'
}

/** The same text under NEXTAUTH_SECRET; null where it is so already, or is lost. Throws as `unseal` does. */
export function renewSeal(
  sealed: Uint8Array,
  purpose: SealedPurpose,
  place: string,
): Uint8Array<ArrayBuffer> | null {
  const opened = open(sealed, purpose, place)
  return opened?.state === 'old' ? seal(opened.text, purpose, place) : null
}

/** Tries one secret after the other: what is sealed does not say by which, and there are few. */
function open(
  sealed: Uint8Array,
  purpose: SealedPurpose,
  place: string,
): { text: string; state: SealState } | null {
  const bytes = Buffer.from(sealed)
  const [current, ...before] = [readSecret(), ...readOldSecrets()]
  const text = openUnder(makeKey(current, purpose), bytes, place)
  if (text !== null) return { text, state: 'current' }
  for (const secret of before) {
    const older = openUnder(makeKey(secret, purpose), bytes, place)
    if (older !== null) return { text: older, state: 'old' }
  }
  return null
}

function openUnder(key: Uint8Array, bytes: Buffer, place: string): string | null {
  const at = 1 + nonceBytes
  if (bytes[0] !== version || bytes.length < at + tagBytes) return null
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

function makeKey(secret: string, purpose: SealedPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `stepmark/sealed/${purpose}`, keyBytes))
}
