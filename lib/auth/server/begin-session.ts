import { readSessionSecret } from './request-actor'
import { type Begun, mintProvedSession, type Proof, revokeSession } from './sessions'

/** Who knocks, as far as a request says it. */
export interface Knock {
  userAgent: string | null
  /** Null where no proxy in front says it. */
  address: string | null
  cookie: string | null
}

/**
 * A session for whoever has just proved who they are, in place of the one that this browser had, whose ever that was. Null
 * where what was proved holds no more; the one before goes on then.
 */
export async function beginSession(
  userId: string,
  { userAgent, address, cookie }: Knock,
  proof: Proof,
): Promise<Begun | null> {
  const begun = await mintProvedSession(userId, { userAgent, address }, proof)
  if (begun !== null) await endFormer(cookie)
  return begun
}

async function endFormer(cookie: string | null): Promise<void> {
  const former = await readSessionSecret(cookie)
  if (former !== null) await revokeSession(former)
}
