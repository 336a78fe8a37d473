import { Prisma } from '@/lib/generated/prisma/client'
import { cutPage } from '@/lib/platform/cut-page'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { findAccountContract, listAccountsContract } from '../accounts-contract'
import type { Role } from '../actor'
import { query } from './operation'

interface AccountRow {
  id: string
  name: string
  email: string
  isInstanceAdmin: boolean
  createdAt: Date
  disabledAt: Date | null
  lastSeenAt: Date | null
  projects: { slug: string; name: string; role: Role }[]
}

export const listAccounts = query(listAccountsContract, {
  action: 'account.list',
  scope: 'instance',
  async run({ db }, { after = null, limit }) {
    const last =
      after === null
        ? null
        : await db.user.findUnique({ where: { id: after }, select: { name: true } })
    if (after !== null && last === null)
      throw new AppError('not_found', 'There is no account with the id in `after`.')
    const rows = await readAccounts(
      db,
      Prisma.sql`${after}::uuid is null or (lower(u.name), u.id) > (lower(${last?.name ?? ''}), ${after}::uuid)`,
      limit + 1,
    )
    const { page, next } = cutPage(rows, limit, ({ id }) => id)
    return { accounts: page, next }
  },
})

export const findAccount = query(findAccountContract, {
  action: 'account.list',
  scope: 'instance',
  async run({ db }, { email }) {
    const [account = null] = await readAccounts(db, Prisma.sql`u.email = ${email}`, 1)
    return { account }
  },
})

/** Sorted by name. `condition` filters `app_user u`. */
async function readAccounts(db: Transaction, condition: Prisma.Sql, limit: number) {
  const rows = await db.$queryRaw<AccountRow[]>`
    select u.id, u.name, u.email, u.is_instance_admin as "isInstanceAdmin", u.created_at as "createdAt",
      u.disabled_at as "disabledAt",
      greatest(
        (select max(s.last_seen_at) from session s where s.user_id = u.id and not s.awaits_code),
        (select max(t.last_used_at) from api_token t where t.user_id = u.id)) as "lastSeenAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('slug', p.slug, 'name', p.name, 'role', m.role) order by p.name, p.id)
        from member m join project p on p.id = m.project_id where m.user_id = u.id), '[]') as projects
    from app_user u
    where ${condition}
    order by lower(u.name), u.id
    limit ${limit}`
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }))
}
