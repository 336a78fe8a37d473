import { readSessionSecret } from './request-actor'
import { type NewSession, createSession, type Proof, revokeSession } from './sessions'

/** Who knocks, as far as a request says it. */
export interface SignInRequest {
  userAgent: string | null
  /** Null where no proxy in front says it. */
  address: string | null
  cookie: string | null
}

/**
 * A session for whoever has just proved who they are, in place of the one that this browser had, whose ever that was. Null
 * where what was proved holds no more; the one before goes on then.
 */
export async function replaceSession(
  userId: string,
  { userAgent, address, cookie }: SignInRequest,
  proof: Proof,
): Promise<NewSession | null> {
  const session = await createSession(userId, { userAgent, address }, proof)
  if (session !== null) await endPreviousSession(cookie)
  return session
}

async function endPreviousSession(cookie: string | null): Promise<void> {
  const previous = await readSessionSecret(cookie)
  if (previous !== null) await revokeSession(previous)
}
