import type { Actor } from '@/lib/auth/actor'
import { insertAccount } from '@/lib/auth/server/accounts'
import { countAttempt } from '@/lib/auth/server/limit-attempts'
import { command, query } from '@/lib/auth/server/operation'
import { refuseCommonPassword } from '@/lib/auth/server/password-strength'
import type { InputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { acceptInviteContract, readInviteContract } from '../invite-contract'
import { findInvite, type FoundInvite, takeInvite } from './invites.sql'

export const readInvite = query(readInviteContract, {
  action: 'invite.use',
  scope: 'instance',
  admit: ({ address }) => countAttempt('link-address', address),
  async run({ db }, { secret }) {
    const found = await getInvite(db, secret)
    const { state, slug, projectName, role, madeBy, email, expiresAt } = found
    if (state !== 'open') return { state }
    const project = slug === null ? null : { slug, name: projectName ?? slug }
    return { state, project, role, madeBy, email, expiresAt: expiresAt.toISOString() }
  },
})

export const acceptInvite = command(acceptInviteContract, {
  action: 'invite.use',
  scope: 'instance',
  keepsReply: false,
  admit: ({ address }) => countAttempt('link-address', address),
  async run({ actor, db }, { secret, account }) {
    const invite = await getInvite(db, secret)
    if (invite.state !== 'open' || !(await takeInvite(db, invite.id))) throw isOver()
    const user = await findGuest(db, actor, invite, account)
    await db.$executeRaw`
      update invite set used_by_id = ${user}::uuid where id = ${invite.id}::uuid`
    if (invite.projectId !== null) await join(db, invite, user)
    const { id, slug: project, role } = invite
    return { user, invite: id, project, role, isNewAccount: actor.kind === 'anonymous' }
  },
  audit: (_, { user, invite, project, role, isNewAccount }) => ({
    target: `user:${user}`,
    detail: { invite, project, role, isNewAccount },
  }),
})

async function getInvite(db: Transaction, secret: string): Promise<FoundInvite> {
  const found = await findInvite(db, secret)
  if (!found) throw new AppError('not_found', 'This link leads nowhere. See whether it is whole.')
  return found
}

const isOver = () =>
  new AppError(
    'conflict',
    'This invite was used already, taken back, or is too old. Nothing was changed. Ask for another one.',
  )

/** Who accepts: whoever is signed in, else a new account. Only the invite's own address, where it has one. */
async function findGuest(
  db: Transaction,
  actor: Actor,
  invite: FoundInvite,
  account: InputOf<typeof acceptInviteContract>['account'],
): Promise<string> {
  if (actor.kind === 'person') {
    refuseOtherAddress(invite, actor.email)
    return actor.userId
  }
  if (!account)
    throw new AppError('unauthenticated', 'Sign in first, or say who the new account is for.')
  refuseOtherAddress(invite, account.email)
  // Whoever has an invite could ask of one address after another whether it is known here.
  await countAttempt('invite-accept', invite.id)
  refuseCommonPassword(account.password, account, 'account.password')
  return insertAccount(db, { ...account, isInstanceAdmin: false })
}

function refuseOtherAddress({ email }: FoundInvite, given: string): void {
  if (email !== null && email !== given)
    throw new AppError('forbidden', 'This invite is for another address. Nothing was changed.', {
      issues: [{ place: 'account.email', reason: 'is not the address that was invited' }],
    })
}

/** Nobody's role is changed by an invite. */
async function join(
  db: Transaction,
  { projectId, role }: FoundInvite,
  userId: string,
): Promise<void> {
  const joined = await db.$executeRaw`
    insert into member (project_id, user_id, role)
    values (${projectId}::uuid, ${userId}::uuid, ${role}::project_role) on conflict do nothing`
  if (joined === 0)
    throw new AppError(
      'conflict',
      'You are in this project already. Nothing was changed, and the invite is not used.',
    )
}
