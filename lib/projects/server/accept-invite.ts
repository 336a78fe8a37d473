import type { Actor } from '@/lib/auth/actor'
import { insertAccount } from '@/lib/auth/server/accounts'
import { enforceAttemptLimit } from '@/lib/auth/server/limit-attempts'
import { command, query } from '@/lib/auth/server/operation'
import { loadPasswordLists, rejectCommonPassword } from '@/lib/auth/server/password-strength'
import { isPasswordSignInOff, requirePasswordSignIn } from '@/lib/auth/server/passwords'
import { hashSecret } from '@/lib/auth/server/secrets'
import type { InputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { acceptInviteContract, readInviteContract } from '../invite-contract'
import { findInviteBySecret, type InviteDetails, consumeInvite } from './invites.sql'

export const readInvite = query(readInviteContract, {
  action: 'invite.use',
  scope: 'instance',
  admit: ({ address }) => enforceAttemptLimit('link-address', address),
  async run({ db }, { secret }) {
    const invite = await getInvite(db, secret)
    const { state, slug, projectName, role, createdBy, email, expiresAt } = invite
    if (state !== 'pending') return { state }
    const project = slug === null ? null : { slug, name: projectName ?? slug }
    return { state, project, role, createdBy, email, expiresAt: expiresAt.toISOString() }
  },
})

export const acceptInvite = command(acceptInviteContract, {
  action: 'invite.use',
  scope: 'instance',
  keepsReply: false,
  async admit({ address }, { secret }) {
    await enforceAttemptLimit('link-address', address)
    // Someone with an invite could otherwise test which addresses have accounts.
    await enforceAttemptLimit('invite-accept', Buffer.from(hashSecret(secret)).toString('hex'))
    loadPasswordLists()
  },
  async run({ actor, db }, { secret, account }) {
    const invite = await getInvite(db, secret)
    if (invite.state !== 'pending' || !(await consumeInvite(db, invite.id)))
      throw makeInviteEndedError()
    const user = await resolveInvitee(db, actor, invite, account)
    await db.$executeRaw`
      update invite set used_by_id = ${user}::uuid where id = ${invite.id}::uuid`
    if (invite.projectId !== null) await insertMember(db, invite, user)
    const { id, slug: project, role } = invite
    const isNewAccount = actor.kind === 'anonymous'
    return { user, invite: id, project, projectId: invite.projectId, role, isNewAccount }
  },
  audit: (_, { user, invite, projectId, role, isNewAccount }) => ({
    projectId,
    target: `user:${user}`,
    detail: { invite, role, isNewAccount },
  }),
})

async function getInvite(db: Transaction, secret: string): Promise<InviteDetails> {
  const invite = await findInviteBySecret(db, secret)
  if (!invite)
    throw new AppError('not_found', 'This link is not valid. Check that it was copied completely.')
  return invite
}

const makeInviteEndedError = () =>
  new AppError(
    'conflict',
    'This invite was already used, revoked, or has expired. Ask for a new one.',
  )

type NewAccount = NonNullable<InputOf<typeof acceptInviteContract>['account']>

/** Returns the signed-in account, or creates one. The email must match the invite's, if it has one. */
async function resolveInvitee(
  db: Transaction,
  actor: Actor,
  invite: InviteDetails,
  account: NewAccount | undefined,
): Promise<string> {
  if (actor.kind === 'person') {
    requireInvitedAddress(invite, actor.email)
    return actor.userId
  }
  if (!account)
    throw new AppError('unauthenticated', 'Sign in first, or pass `account` for a new account.')
  requireInvitedAddress(invite, account.email)
  return insertAccount(db, {
    email: account.email,
    name: account.name,
    isInstanceAdmin: false,
    isAddressVerified: invite.provesAddress,
    isFirstPassword: false,
    password: choosePassword(account),
  })
}

/** The chosen password; null if password sign-in is off. */
function choosePassword({ email, name, password }: NewAccount): string | null {
  if (isPasswordSignInOff()) {
    if (password !== undefined) requirePasswordSignIn()
    return null
  }
  if (password === undefined)
    throw new AppError('invalid_input', 'Choose a password.', {
      issues: [{ location: 'account.password', reason: 'is required' }],
    })
  rejectCommonPassword(password, { email, name }, 'account.password')
  return password
}

function requireInvitedAddress({ email }: InviteDetails, ownEmail: string): void {
  if (email !== null && email !== ownEmail)
    throw new AppError('forbidden', 'This invite is for a different email address.', {
      issues: [{ location: 'account.email', reason: 'is not the address that was invited' }],
    })
}

/** An invite never changes an existing role. */
async function insertMember(
  db: Transaction,
  { projectId, role }: InviteDetails,
  userId: string,
): Promise<void> {
  const insertedCount = await db.$executeRaw`
    insert into member (project_id, user_id, role)
    values (${projectId}::uuid, ${userId}::uuid, ${role}::project_role) on conflict do nothing`
  if (insertedCount === 0)
    throw new AppError(
      'conflict',
      'You are already a member of this project. The invite was not used.',
    )
}
