import { readSessionSecret } from './request-actor'
import { type NewSession, createSession, type SignInProof, revokeSession } from './sessions'

/** The browser that signs in, as far as the request tells. */
export interface SignInClientDetails {
  userAgent: string | null
  /** Null if unknown. */
  address: string | null
  cookie: string | null
}

/**
 * Starts a session after sign-in, and ends the browser's previous one, even one of another person. Null if what was
 * verified is no longer valid; the previous session then continues.
 */
export async function replaceSession(
  userId: string,
  { userAgent, address, cookie }: SignInClientDetails,
  proof: SignInProof,
): Promise<NewSession | null> {
  const session = await createSession(userId, { userAgent, address }, proof)
  if (session !== null) await endPreviousSession(cookie)
  return session
}

async function endPreviousSession(cookie: string | null): Promise<void> {
  const previousSecret = await readSessionSecret(cookie)
  if (previousSecret !== null) await revokeSession(previousSecret)
}
