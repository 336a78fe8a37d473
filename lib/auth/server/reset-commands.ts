import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { readMailSettings, readPublicUrl } from '@/lib/platform/server/env'
import {
  readResetContract,
  requestResetContract,
  resetPasswordContract,
  type resetLinkStates,
} from '../reset-contract'
import { confirmEmailAddress } from './confirm-email-address'
import { endSessionsOfAccount } from './end-sessions'
import { findFirstPasswordHash, setPassword } from './first-passwords'
import { enforceAttemptLimit } from './limit-attempts'
import { lockAccountRow } from './lock-account-row'
import { command, query } from './operation'
import { endResetLinksOfAccount } from './password-reset-links'
import { loadPasswordLists, rejectCommonPassword } from './password-strength'
import { extendTransactionForHashing, requirePasswordSignIn, verifyPassword } from './passwords'
import { revokeAccountAccess } from './revoke-access'
import { removeSecondFactor } from './second-factor'
import { hashSecret } from './secrets'

/**
 * Does and returns the same for every email address, known or not: counts the attempt and enqueues a job. The job decides
 * whether to send mail.
 */
export const requestReset = command(requestResetContract, {
  action: 'reset.request',
  scope: 'instance',
  keepsReply: false,
  async admit({ address }, { email }) {
    await enforceAttemptLimit('reset-address', address)
    await enforceAttemptLimit('reset-account', email)
  },
  async run({ db }, { email }) {
    requirePasswordSignIn()
    if (readMailSettings() === null)
      throw new AppError(
        'conflict',
        'This server can’t send email. Ask an instance admin for a password link.',
      )
    const user = await db.user.findUnique({ where: { email }, select: { id: true } })
    await enqueueJob(db, 'mail', { kind: 'reset', user: user?.id ?? null, origin: readPublicUrl() })
    return { requested: true as const }
  },
  // Does not name the account: the log would reveal which accounts exist.
  audit: () => ({ target: 'account' }),
})

interface ResetLink {
  userId: string
  name: string
  email: string
  state: (typeof resetLinkStates)[number]
  /** Sent by mail, not created by an admin or on the host: the person who uses it has access to that address's mail. */
  isMailed: boolean
  /** The address is not confirmed yet. */
  isAddressUnverified: boolean
}

const linkExpiredError = () =>
  new AppError('conflict', 'This link was already used or has expired. Request a new one.')

/** The new password must differ from a first password, because others have seen that one. */
const makeSamePasswordError = () =>
  new AppError(
    'invalid_input',
    'This is the password that was generated for you. Choose a different one.',
    {
      issues: [
        {
          location: 'password',
          reason: 'This is the password that was generated for you. Choose a different one.',
        },
      ],
    },
  )

/** Throws `not_found` for an unknown secret or a disabled account. */
async function findReset(db: Transaction, secret: string): Promise<ResetLink> {
  const [row] = await db.$queryRaw<ResetLink[]>`
    select r.user_id as "userId", u.name, u.email,
      r.made_by_id is null and not r.is_by_host as "isMailed",
      u.email_verified_at is null as "isAddressUnverified",
      case when r.ended_at is not null then 'used' when r.expires_at <= now() then 'expired' else 'pending' end as state
    from password_reset r join app_user u on u.id = r.user_id
    where r.secret_hash = ${hashSecret(secret)} and u.disabled_at is null`
  if (!row)
    throw new AppError('not_found', 'This link is not valid. Check that it was copied completely.')
  return row
}

export const readReset = query(readResetContract, {
  action: 'reset.use',
  scope: 'instance',
  admit: ({ address }) => enforceAttemptLimit('link-address', address),
  async run({ db }, { secret }) {
    const { state, email } = await findReset(db, secret)
    return { state, email: state === 'pending' ? email : null }
  },
})

export const resetPassword = command(resetPasswordContract, {
  action: 'reset.use',
  scope: 'instance',
  keepsReply: false,
  async admit({ address }) {
    await enforceAttemptLimit('link-address', address)
    loadPasswordLists()
  },
  async run({ db }, { secret, password }) {
    requirePasswordSignIn()
    const { userId, name, email, state, isMailed, isAddressUnverified } = await findReset(
      db,
      secret,
    )
    if (state !== 'pending') throw linkExpiredError()
    rejectCommonPassword(password, { name, email })
    // Locks the account before its links, in the same order as other password changes.
    await lockAccountRow(db, userId)
    await extendTransactionForHashing(db)
    const firstPasswordHash = await findFirstPasswordHash(db, userId)
    if (firstPasswordHash !== null && (await verifyPassword(firstPasswordHash, password)))
      throw makeSamePasswordError()
    // One statement checks and takes the link. Of two at once, the second waits for the row and finds it used.
    const updatedCount = await db.$executeRaw`
      update password_reset set ended_at = now()
      where secret_hash = ${hashSecret(secret)} and ended_at is null and expires_at > now()`
    if (updatedCount === 0) throw linkExpiredError()
    if (isMailed) await confirmEmailAddress(db, userId, { keepsCodes: true })
    // The account may have been created by someone else: nothing of theirs remains.
    else if (isAddressUnverified) await revokeAccountAccess(db, userId)
    // A person who saw the first password may have turned codes on.
    if (firstPasswordHash !== null) await removeSecondFactor(db, userId)
    await setPassword(db, userId, password)
    await endSessionsOfAccount(db, userId)
    await endResetLinksOfAccount(db, userId)
    return { user: userId, email }
  },
  audit: (_, { user }) => ({ target: `user:${user}` }),
})
