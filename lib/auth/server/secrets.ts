import { createHash, randomBytes } from 'node:crypto'

const secretBytes = 32

/** 256 random bits, in characters that need no escaping anywhere. */
export function makeSecret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/** A fast hash is right for a secret that no one can guess (ASVS 6.5.2); passwords have their own. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}
