import type { Role } from '@/lib/auth/actor'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Whether account `u` can act in a project: it is not disabled, and it is a member (with `role`, if set) or an instance
 * admin. `disable_webhooks` in prisma/functions has the same rule for admins.
 */
export const isActiveMemberSql = (
  projectId: Prisma.Sql,
  role?: Role,
) => Prisma.sql`(u.disabled_at is null
  and (u.is_instance_admin or exists (select from member m where m.project_id = ${projectId} and m.user_id = u.id
    ${role === undefined ? Prisma.empty : Prisma.sql`and m.role = ${role}::project_role`})))`

/** Whether the account with this id can't act in the project anymore. */
export const isInactiveMemberSql = (userId: Prisma.Sql, projectId: Prisma.Sql) =>
  Prisma.sql`exists (select from app_user u where u.id = ${userId} and not ${isActiveMemberSql(projectId)})`
