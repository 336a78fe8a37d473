import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes. About 20 ms, on a worker
// thread.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let dummyHash: Promise<string> | null = null

export async function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

/** Spends the same time when there is no hash to check, so that nobody learns who has an account. */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const matches = await verify(storedHash ?? (await dummyHash), password)
  return matches && storedHash !== null
}
