import { createSession } from '@/lib/auth/server/sessions'
import { getDatabase } from '@/lib/platform/server/database'

/** Starts a session for an existing account, as after a password: for tests that begin signed in. */
export async function createTestSession(
  userId: string,
  userAgent: string | null,
  address: string | null = null,
): Promise<string> {
  const { passwordHash } = await getDatabase().user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  })
  const proof = { by: 'password', passwordHash } as const
  const session = await createSession(userId, { userAgent, address }, proof)
  if (session === null) throw new Error('The account is disabled, or its password has changed.')
  return session.secret
}
