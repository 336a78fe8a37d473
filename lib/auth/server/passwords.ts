import { AppError } from '@/lib/platform/errors'
import { hash, verify } from '@node-rs/argon2'
import { readSignInSettings } from '@/lib/platform/server/env'

// OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes. About 20 ms, on a worker
// thread.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Where only the provider says who someone is. Asked by every way in that a password opens, and every way to set one. */
export function arePasswordsOff(): boolean {
  return readSignInSettings().isOidcOnly
}

/** Throws where no one signs in by password. */
export function refusePasswordsOff(): void {
  if (arePasswordsOff())
    throw new AppError(
      'conflict',
      'Password sign-in is off on this server. Sign in with the provider.',
    )
}

export const dummyPassword = 'no one has this password'
let dummyHash: Promise<string> | null = null

export async function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

/** The account's, or one of the same cost that no account has. */
export async function chooseHashToVerify(storedHash: string | null): Promise<string> {
  if (storedHash !== null) return storedHash
  dummyHash ??= hashPassword(dummyPassword)
  return dummyHash
}

/** Spends the same time when there is no hash to check, so that no one learns who has an account. */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const matches = await verify(await chooseHashToVerify(storedHash), password)
  return matches && storedHash !== null
}
