import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

/**
 * Throws `conflict` where no one else could run this installation. The rows of all who can are locked until the
 * transaction ends: of two admins who unmake each other at once, the second waits, and finds itself the last.
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
