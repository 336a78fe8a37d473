import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { readPublicUrl } from '@/lib/platform/server/env'
import {
  changeInstanceAdminContract,
  createResetLinkForUserContract,
  createResetLinkContract,
  disableAccountContract,
  enableAccountContract,
} from '../accounts-contract'
import { command } from './operation'
import { insertResetLink, formatResetUrl } from './password-reset-links'
import { requirePasswordSignIn } from './passwords'
import { requireOtherInstanceAdmin } from './require-other-instance-admin'
import { requirePerson } from './require-person'
import { revokeAccountAccess } from './revoke-access'

export const disableAccount = command(disableAccountContract, {
  action: 'account.disable',
  scope: 'instance',
  async run({ actor, db }, { account }) {
    if (requirePerson(actor).userId === account)
      throw new AppError(
        'conflict',
        'You can’t disable your own account. Ask another instance admin.',
      )
    await requireOtherInstanceAdmin(db, account)
    // A trigger releases the leases.
    const updatedCount = await db.$executeRaw`
      update app_user set disabled_at = now() where id = ${account}::uuid and disabled_at is null`
    if (updatedCount === 0) await throwSameState(db, account, 'disabled')
    await revokeEverythingOf(db, account)
    return { disabled: true as const }
  },
  audit: ({ account }) => ({ target: `user:${account}`, detail: { operation: 'disable' } }),
})

export const enableAccount = command(enableAccountContract, {
  action: 'account.disable',
  scope: 'instance',
  async run({ db }, { account }) {
    const updatedCount = await db.$executeRaw`
      update app_user set disabled_at = null where id = ${account}::uuid and disabled_at is not null`
    if (updatedCount === 0) await throwSameState(db, account, 'enabled')
    return { disabled: false as const }
  },
  audit: ({ account }) => ({ target: `user:${account}`, detail: { operation: 'enable' } }),
})

export const changeInstanceAdmin = command(changeInstanceAdminContract, {
  action: 'account.promote',
  scope: 'instance',
  async run({ db }, { account, isInstanceAdmin }) {
    if (!isInstanceAdmin) await requireOtherInstanceAdmin(db, account)
    const updatedCount = await db.$executeRaw`
      update app_user set is_instance_admin = ${isInstanceAdmin} where id = ${account}::uuid`
    if (updatedCount === 0) throw makeAccountNotFoundError()
    if (!isInstanceAdmin) await revokeInvitesBy(db, account)
    return { isInstanceAdmin }
  },
  audit: ({ account, isInstanceAdmin }) => ({
    target: `user:${account}`,
    detail: { operation: isInstanceAdmin ? 'make' : 'unmake' },
  }),
})

export const createResetLink = command(createResetLinkContract, {
  action: 'account.reset',
  scope: 'instance',
  keepsReply: false,
  async run({ actor, db }, { account }) {
    requirePasswordSignIn()
    const createdById = requirePerson(actor).userId
    const reset = await insertResetLink(db, { userId: account, createdById })
    if (!reset)
      throw new AppError(
        'not_found',
        'There is no such account, or it is disabled. Enable it first.',
      )
    return {
      link: formatResetUrl(readPublicUrl(), reset.secret),
      expiresAt: reset.expiresAt.toISOString(),
    }
  },
  audit: ({ account }, { expiresAt }) => ({ target: `user:${account}`, detail: { expiresAt } }),
})

/**
 * Called from a command line on the server, for example when the first password of the only instance admin has expired and
 * the server has no email.
 */
export const createResetLinkForUser = command(createResetLinkForUserContract, {
  action: 'account.reset-for',
  scope: 'instance',
  keepsReply: false,
  async run({ db }, { user: email }) {
    requirePasswordSignIn()
    const user = await db.user.findUnique({ where: { email }, select: { id: true } })
    const reset =
      user && (await insertResetLink(db, { userId: user.id, createdById: null, isByHost: true }))
    if (!reset)
      throw new AppError('not_found', `${email} has no account, or the account is disabled.`)
    return {
      user: user.id,
      link: formatResetUrl(readPublicUrl(), reset.secret),
      expiresAt: reset.expiresAt.toISOString(),
    }
  },
  audit: (_, { user, expiresAt }) => ({ target: `user:${user}`, detail: { expiresAt } }),
})

const makeAccountNotFoundError = () => new AppError('not_found', 'There is no such account.')

async function throwSameState(db: Transaction, id: string, state: string): Promise<never> {
  const account = await db.user.findUnique({ where: { id }, select: { id: true } })
  if (!account) throw makeAccountNotFoundError()
  throw new AppError('conflict', `This account is already ${state}.`)
}

/**
 * Revokes everything with which the person could return or invite others. It stays revoked if the account is enabled
 * again.
 */
async function revokeEverythingOf(db: Transaction, userId: string): Promise<void> {
  await revokeAccountAccess(db, userId)
  await db.$executeRaw`
    update invite set revoked_at = now()
    where made_by_id = ${userId}::uuid and used_at is null and revoked_at is null`
}

/** Revokes invites that an instance admin created for the installation, and for projects where they are not an admin themselves. */
async function revokeInvitesBy(db: Transaction, userId: string): Promise<void> {
  await db.$executeRaw`
    update invite i set revoked_at = now()
    where i.made_by_id = ${userId}::uuid and i.used_at is null and i.revoked_at is null
      and not exists (select from member m
        where m.project_id = i.project_id and m.user_id = i.made_by_id and m.role = 'admin')`
}
