import type { Actor, Role } from '@/lib/auth/actor'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { revokeInvitesOfInviter } from './invites.sql'

interface Membership {
  projectId: string
  userId: string
}

/**
 * Throws `conflict` if this member is the project's only admin whose account is not disabled. Locks the rows of these admins
 * until the transaction ends: if two remove each other, the second call waits and then finds only one admin.
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

const makeMemberNotFoundError = () =>
  new AppError('not_found', 'This person is not in the project.')

/** Changes the role of a member. Revokes the member's invites unless the new role is admin. */
export async function changeMemberRole(
  db: Transaction,
  membership: Membership,
  role: Role,
): Promise<void> {
  if (role !== 'admin') await requireOtherAdmin(db, membership)
  const { projectId, userId } = membership
  const changedCount = await db.$executeRaw`
    update member set role = ${role}::project_role
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  if (changedCount === 0) throw makeMemberNotFoundError()
  if (role !== 'admin') await revokeInvitesOfInviter(db, membership)
}

/** A trigger releases their leases. Their annotations stay. */
export async function deleteMember(db: Transaction, membership: Membership): Promise<void> {
  await requireOtherAdmin(db, membership)
  const { projectId, userId } = membership
  const removedCount = await db.$executeRaw`
    delete from member where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  if (removedCount === 0) throw makeMemberNotFoundError()
  await revokeInvitesOfInviter(db, membership)
}

/** A leaked token must not lead to an account with all rights in the project. */
export function rejectTokenGrantingAdmin(actor: Actor, role: Role): void {
  if (role === 'admin' && actor.kind === 'person' && actor.via.kind === 'token')
    throw new AppError('forbidden', 'Tokens can’t make anyone an admin. Sign in instead.')
}

/** Admins see the addresses of all members, so the error tells them nothing new. */
export async function requireNoMember(
  db: Transaction,
  projectId: string,
  email: string,
): Promise<void> {
  const member = await db.member.findFirst({
    where: { projectId, user: { email } },
    select: { role: true },
  })
  if (member)
    throw new AppError(
      'conflict',
      `${email} is already a member of this project, with the role ${member.role}. No invite was created.`,
    )
}

/** Adding a present member again changes nothing. Throws `conflict` if their role is another one. */
export async function requireSameRole(
  db: Transaction,
  membership: Membership,
  role: Role,
): Promise<void> {
  const member = await db.member.findUniqueOrThrow({
    where: { projectId_userId: membership },
    select: { role: true },
  })
  if (member.role !== role)
    throw new AppError(
      'conflict',
      `This person is already in the project, with the role ${member.role}. Nothing was changed. To change the role, use the People page or the call changeRole.`,
    )
}
