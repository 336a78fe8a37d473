import { createHash, randomBytes } from 'node:crypto'

const secretBytes = 32

/** 256 random bits, in characters that never need escaping. */
export function generateSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/** A fast hash is sufficient for random secrets (ASVS 6.5.2). Passwords use a slow one. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}
