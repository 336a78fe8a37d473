import type { Actor, Role } from '@/lib/auth/actor'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { endInvitesBy } from './invites.sql'

interface Membership {
  projectId: string
  userId: string
}

/**
 * Throws `conflict` where no one else could run the project. The rows of all its admins are locked until the transaction
 * ends: of two who unmake each other at once, the second waits, and finds themselves the last.
 */
async function requireOtherAdmin(
  db: Transaction,
  { projectId, userId }: Membership,
): Promise<void> {
  const admins = await db.$queryRaw<{ userId: string }[]>`
    select m.user_id as "userId" from member m join app_user u on u.id = m.user_id
    where m.project_id = ${projectId}::uuid and m.role = 'admin' and u.disabled_at is null
    order by m.user_id for no key update of m`
  if (admins.some((admin) => admin.userId === userId) && admins.length === 1)
    throw new AppError(
      'conflict',
      'This is the last admin of the project. Make someone else an admin first.',
    )
}

const memberNotFound = () => new AppError('not_found', 'This person is not in the project.')

/** Gives a member another role. What they invited others to as an admin ends with that. */
export async function setRole(db: Transaction, membership: Membership, role: Role): Promise<void> {
  if (role !== 'admin') await requireOtherAdmin(db, membership)
  const { projectId, userId } = membership
  const changed = await db.$executeRaw`
    update member set role = ${role}::project_role
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  if (changed === 0) throw memberNotFound()
  if (role !== 'admin') await endInvitesBy(db, membership)
}

/** What they hold goes back by a trigger (migration letting_in); what they labelled stays. */
export async function deleteMember(db: Transaction, membership: Membership): Promise<void> {
  await requireOtherAdmin(db, membership)
  const { projectId, userId } = membership
  const removed = await db.$executeRaw`
    delete from member where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  if (removed === 0) throw memberNotFound()
  await endInvitesBy(db, membership)
}

/** A token that leaks must not become an account that may do everything in the project. */
export function refuseAdminByToken(actor: Actor, role: Role): void {
  if (role === 'admin' && actor.kind === 'person' && actor.via.kind === 'token')
    throw new AppError('forbidden', 'Tokens can’t make anyone an admin. Sign in instead.')
}
