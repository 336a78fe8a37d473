import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

/**
 * Throws `conflict` if the account is the only enabled instance admin. Locks the rows of all instance admins until the
 * transaction ends: if two demote each other at once, the second waits and is then the last.
 */
export async function requireOtherInstanceAdmin(db: Transaction, userId: string): Promise<void> {
  const admins = await db.$queryRaw<{ id: string }[]>`
    select id from app_user where is_instance_admin and disabled_at is null order by id for no key update`
  if (admins.some(({ id }) => id === userId) && admins.length === 1)
    throw new AppError(
      'conflict',
      'This is the last instance admin. Make someone else an instance admin first.',
    )
}
