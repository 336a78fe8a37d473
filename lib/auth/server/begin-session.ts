import { readSessionSecret } from './request-actor'
import { mintSession, revokeSession } from './sessions'

/** Who knocks, as far as a request says it. */
export interface Knock {
  userAgent: string | null
  /** Null where no proxy in front says it. */
  address: string | null
  cookie: string | null
}

/** A session for whoever has just proved who they are, in place of the one that this browser had, whose ever that was. */
export async function beginSession(
  userId: string,
  { userAgent, address, cookie }: Knock,
): Promise<string> {
  const begun = await mintSession(userId, userAgent, address)
  const former = await readSessionSecret(cookie)
  if (former !== null) await revokeSession(former)
  return begun
}
