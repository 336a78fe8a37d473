import type { Actor, Role } from '@/lib/auth/actor'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { endInvitesBy } from './invites.sql'

interface Place {
  projectId: string
  userId: string
}

/**
 * Throws `conflict` where nobody else could run the project. The rows of all its admins are locked until the transaction
 * ends: of two who unmake each other at once, the second waits, and finds themselves the last.
 */
async function keepAdmin(db: Transaction, { projectId, userId }: Place): Promise<void> {
  const admins = await db.$queryRaw<{ userId: string }[]>`
    select m.user_id as "userId" from member m join app_user u on u.id = m.user_id
    where m.project_id = ${projectId}::uuid and m.role = 'admin' and u.disabled_at is null
    order by m.user_id for no key update of m`
  if (admins.some((admin) => admin.userId === userId) && admins.length === 1)
    throw new AppError(
      'conflict',
      'This is the last admin of the project. Make somebody else one first. Nothing was changed.',
    )
}

const noSuchMember = () => new AppError('not_found', 'There is no such person in this project.')

/** Gives a member another role. What they invited others to as an admin ends with that. */
export async function setRole(db: Transaction, place: Place, role: Role): Promise<void> {
  if (role !== 'admin') await keepAdmin(db, place)
  const { projectId, userId } = place
  const changed = await db.$executeRaw`
    update member set role = ${role}::project_role
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  if (changed === 0) throw noSuchMember()
  if (role !== 'admin') await endInvitesBy(db, place)
}

/** What they hold goes back by a trigger (migration letting_in); what they labelled stays. */
export async function deleteMember(db: Transaction, place: Place): Promise<void> {
  await keepAdmin(db, place)
  const { projectId, userId } = place
  const removed = await db.$executeRaw`
    delete from member where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  if (removed === 0) throw noSuchMember()
  await endInvitesBy(db, place)
}

/** A token that leaks must not become an account that may do everything in the project. */
export function refuseAdminByToken(actor: Actor, role: Role): void {
  if (role === 'admin' && actor.kind === 'person' && actor.via.kind === 'token')
    throw new AppError(
      'forbidden',
      'A token cannot make anybody an admin: sign in instead. Nothing was changed.',
    )
}
