import type { Transaction } from '@/lib/platform/server/database'
import { hashSecret, generateSecret } from './secrets'

/** Long enough to read a mail. */
const resetMinutes = 60

export interface NewResetLink {
  id: string
  secret: string
  expiresAt: Date
}

/** Creates a link secret for an account and stores its hash. Null if there is no such account, or it is disabled. */
export async function insertResetLink(
  db: Transaction,
  {
    userId,
    createdById,
    isByHost = false,
  }: { userId: string; createdById: string | null; isByHost?: boolean },
): Promise<NewResetLink | null> {
  const secret = generateSecret()
  const [row] = await db.$queryRaw<{ id: string; expiresAt: Date }[]>`
    insert into password_reset (id, user_id, secret_hash, made_by_id, is_by_host, expires_at)
    select gen_random_uuid(), u.id, ${hashSecret(secret)}, ${createdById}::uuid, ${isByHost},
      now() + make_interval(mins => ${resetMinutes})
    from app_user u where u.id = ${userId}::uuid and u.disabled_at is null
    returning id, expires_at as "expiresAt"`
  return row ? { ...row, secret } : null
}

/** Ends a link whose mail was rejected. */
export async function endResetLink(db: Transaction, id: string): Promise<void> {
  await db.$executeRaw`update password_reset set ended_at = now() where id = ${id}::uuid and ended_at is null`
}

/** Ends all links of an account, so that none of them can change the new password. */
export async function endResetLinksOfAccount(db: Transaction, userId: string): Promise<void> {
  await db.$executeRaw`
    update password_reset set ended_at = now() where user_id = ${userId}::uuid and ended_at is null`
}

/** The secret follows `#`, which browsers do not send: it reaches no log and no other site. */
export const formatResetUrl = (origin: string, secret: string) => `${origin}/reset#${secret}`
