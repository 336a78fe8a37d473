import { hashSecret, generateSecret } from '@/lib/auth/server/secrets'
import { Prisma } from '@/lib/generated/prisma/client'
import type { MailState, Role } from '@/lib/generated/prisma/enums'
import type { Database, Transaction } from '@/lib/platform/server/database'
import type { inviteStates } from '../invite-contract'
import { isActiveMemberSql } from './active-member.sql'

type InviteState = (typeof inviteStates)[number]

/**
 * Whether the author of invite `i` may still invite. Leaving a project revokes the invites to it
 * (`revokeInvitesOfInviter`); this also covers invites created at that moment.
 */
const isInviterActiveSql = Prisma.sql`exists (
  select from app_user u where u.id = i.made_by_id and ${isActiveMemberSql(Prisma.sql`i.project_id`, 'admin')})`

/** The state of a row `i`, by the database clock. */
const inviteStateSql = Prisma.sql`case when i.used_at is not null then 'used'
  when i.revoked_at is not null or not ${isInviterActiveSql} then 'revoked'
  when i.expires_at <= now() then 'expired' else 'pending' end`

/** Condition for the invites to a project, or to the server. */
const projectFilterSql = (projectId: string | null) =>
  projectId === null
    ? Prisma.sql`i.project_id is null`
    : Prisma.sql`i.project_id = ${projectId}::uuid`

/** The secret follows a `#` in the link, which browsers send to no server. */
export const formatInviteLink = (origin: string, secret: string) => `${origin}/invite#${secret}`

export interface NewInvite {
  projectId: string | null
  role: Role | null
  email: string | null
  days: number
  createdById: string
  isMailed: boolean
}

export async function insertInvite(
  db: Transaction,
  { projectId, role, email, days, createdById, isMailed }: NewInvite,
): Promise<{ id: string; secret: string; expiresAt: Date }> {
  const secret = generateSecret()
  const [row] = await db.$queryRaw<{ id: string; expiresAt: Date }[]>`
    insert into invite (id, project_id, role, email, secret_hash, mail, made_by_id, expires_at)
    values (gen_random_uuid(), ${projectId}::uuid, ${role}::project_role, ${email}, ${hashSecret(secret)},
      ${isMailed ? 'waiting' : null}::mail_state, ${createdById}::uuid, now() + make_interval(days => ${days}::int))
    returning id, expires_at as "expiresAt"`
  return { ...row!, secret }
}

/** Whether someone already invited this address to the project, or to the server. */
export async function hasPendingInvite(
  db: Transaction,
  projectId: string | null,
  email: string,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    select 1 from invite i
    where ${projectFilterSql(projectId)} and i.email = ${email} and ${inviteStateSql} = 'pending' limit 1`
  return rows.length > 0
}

export interface InviteRow {
  id: string
  email: string | null
  role: Role | null
  state: InviteState
  mail: MailState | null
  createdBy: string
  usedBy: string | null
  createdAt: Date
  expiresAt: Date
}

const recentInviteDays = 30
const maxListedInvites = 200

export function listInviteRows(db: Database, projectId: string | null): Promise<InviteRow[]> {
  return db.$queryRaw<InviteRow[]>`
    select i.id, i.email, i.role::text, ${inviteStateSql} as state, i.mail::text, maker.name as "createdBy",
      joined.name as "usedBy", i.created_at as "createdAt", i.expires_at as "expiresAt"
    from invite i join app_user maker on maker.id = i.made_by_id left join app_user joined on joined.id = i.used_by_id
    where ${projectFilterSql(projectId)} and (${inviteStateSql} = 'pending' or i.created_at > now() - make_interval(days => ${recentInviteDays}))
    order by i.created_at desc, i.id limit ${maxListedInvites}`
}

/** Revokes an invite, even if it has expired. False if it does not exist, was used or is already revoked. */
export async function revokeUnusedInvite(
  db: Transaction,
  projectId: string | null,
  id: string,
): Promise<boolean> {
  const revokedCount = await db.$executeRaw`
    update invite i set revoked_at = now()
    where i.id = ${id}::uuid and ${projectFilterSql(projectId)} and i.used_at is null and i.revoked_at is null`
  return revokedCount === 1
}

/** Revokes the invites to this project that were created by someone who can no longer invite. */
export async function revokeInvitesOfInviter(
  db: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  await db.$executeRaw`
    update invite set revoked_at = now()
    where project_id = ${projectId}::uuid and made_by_id = ${userId}::uuid and used_at is null and revoked_at is null`
}

export interface InviteDetails {
  id: string
  projectId: string | null
  slug: string | null
  projectName: string | null
  role: Role | null
  email: string | null
  createdBy: string
  state: InviteState
  expiresAt: Date
  /**
   * The person who accepts owns the address: the link was emailed to it, or an instance admin named
   * it.
   */
  provesAddress: boolean
}

export async function findInviteBySecret(
  db: Transaction,
  secret: string,
): Promise<InviteDetails | null> {
  const hash = hashSecret(secret)
  const [row] = await db.$queryRaw<InviteDetails[]>`
    select i.id, i.project_id as "projectId", p.slug, p.name as "projectName", i.role::text, i.email,
      maker.name as "createdBy", ${inviteStateSql} as state, i.expires_at as "expiresAt",
      i.email is not null and (i.mailed_hash is not distinct from ${hash} or maker.is_instance_admin) as "provesAddress"
    from invite i left join project p on p.id = i.project_id join app_user maker on maker.id = i.made_by_id
    where i.secret_hash = ${hash} or i.mailed_hash = ${hash}`
  return row ?? null
}

/**
 * Uses up an invite. Returns false if it is not pending. One statement checks this and marks it used, so of two concurrent
 * attempts the second waits for the row and then finds the invite used.
 */
export async function consumeInvite(db: Transaction, id: string): Promise<boolean> {
  const updatedCount = await db.$executeRaw`
    update invite i set used_at = now() where i.id = ${id}::uuid and ${inviteStateSql} = 'pending'`
  return updatedCount === 1
}

/** A second secret for the email, created when it is sent. Null if the invite is no longer pending. */
export async function createMailedInviteSecret(
  db: Transaction,
  id: string,
): Promise<{
  secret: string
  email: string
  projectName: string | null
  createdBy: string
} | null> {
  const secret = generateSecret()
  const [row] = await db.$queryRaw<
    { email: string; projectName: string | null; createdBy: string }[]
  >`
    update invite i set mailed_hash = ${hashSecret(secret)}
    from app_user maker
    where i.id = ${id}::uuid and maker.id = i.made_by_id and i.email is not null and ${inviteStateSql} = 'pending'
    returning i.email, maker.name as "createdBy", (select p.name from project p where p.id = i.project_id) as "projectName"`
  return row ? { ...row, secret } : null
}

export async function storeInviteMailState(
  db: Transaction,
  id: string,
  mail: MailState,
): Promise<void> {
  await db.$executeRaw`update invite set mail = ${mail}::mail_state where id = ${id}::uuid`
}
