import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { readSignInSettings } from '@/lib/platform/server/env'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'

// OWASP's first choice for argon2id (the library's default): 19 MiB, two passes. About 20 ms in a worker thread.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Whether only provider sign-in is allowed. Checked wherever a password is used or set. */
export function isPasswordSignInOff(): boolean {
  return readSignInSettings().isOidcOnly
}

/** Throws if password sign-in is off. */
export function requirePasswordSignIn(): void {
  if (isPasswordSignInOff())
    throw new AppError(
      'conflict',
      'Password sign-in is off on this server. Sign in with the provider.',
    )
}

export const dummyPassword = 'no one has this password'
let dummyHash: Promise<string> | null = null

const hashMaxMs = 5_000

/** Call it before hashing in a transaction: on a busy machine, a hash may take longer than a transaction may pause. */
export const extendTransactionForHashing = (db: Transaction): Promise<void> =>
  setTransactionLimits(db, { idleMs: hashMaxMs })

export async function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

/** The account's hash, or a dummy hash of the same cost. */
export async function chooseHashToVerify(storedHash: string | null): Promise<string> {
  if (storedHash !== null) return storedHash
  dummyHash ??= hashPassword(dummyPassword)
  return dummyHash
}

/** Takes the same time without a hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const matches = await verify(await chooseHashToVerify(storedHash), password)
  return matches && storedHash !== null
}
