import { AppError } from '@/lib/platform/errors'
import {
  changePasswordContract,
  endOtherSessionsContract,
  endSessionContract,
  updateAccountContract,
} from '../account-contract'
import { toAccountReply } from './accounts'
import { setPassword } from './first-passwords'
import { forgetKnownBrowserOfSession } from './known-browsers'
import { command } from './operation'
import { endResetLinksOfAccount } from './password-reset-links'
import { rejectCommonPassword } from './password-strength'
import { limitPasswordConfirmations, requireOwnPassword } from './require-password'
import { requirePerson } from './require-person'
import { endOtherSessionsOfPerson } from './sessions'

export const updateAccount = command(updateAccountContract, {
  action: 'account.update',
  scope: 'instance',
  async run({ actor, db }, { name }) {
    const person = requirePerson(actor)
    const data = { name: name.trim() }
    await db.user.update({ where: { id: person.userId }, data, select: { id: true } })
    return toAccountReply({ ...person, ...data })
  },
  audit: () => ({ target: 'account', detail: { changed: ['name'] } }),
})

/** The new password must differ: otherwise a first password could be kept. */
const makeSamePasswordError = () =>
  new AppError(
    'invalid_input',
    'The new password is the same as the current one. The password was not changed.',
    {
      issues: [
        { location: 'password', reason: 'This is your current password. Choose a different one.' },
      ],
    },
  )

export const changePassword = command(changePasswordContract, {
  action: 'password.change',
  scope: 'instance',
  // An idempotency key would store a fast hash of both passwords.
  keepsReply: false,
  admit: limitPasswordConfirmations,
  async run({ actor, db }, { current, password }) {
    const person = requirePerson(actor)
    await requireOwnPassword(db, person, current, 'current')
    if (password === current) throw makeSamePasswordError()
    rejectCommonPassword(password, person)
    await setPassword(db, person.userId, password)
    await endResetLinksOfAccount(db, person.userId)
    return { endedSessions: await endOtherSessionsOfPerson(db, person) }
  },
  audit: (_, { endedSessions }) => ({ target: 'account', detail: { endedSessions } }),
})

export const endSession = command(endSessionContract, {
  action: 'session.end',
  scope: 'instance',
  async run({ actor, db }, { session }) {
    const { userId } = requirePerson(actor)
    const endedCount = await db.$executeRaw`
      update session set revoked_at = now()
      where id = ${session}::uuid and user_id = ${userId}::uuid and revoked_at is null`
    if (endedCount === 0) throw new AppError('not_found', 'You have no such session.')
    await forgetKnownBrowserOfSession(db, session)
    return { ended: true as const }
  },
  audit: ({ session }) => ({ target: `session:${session}`, detail: { operation: 'one' } }),
})

export const endOtherSessions = command(endOtherSessionsContract, {
  action: 'session.end',
  scope: 'instance',
  async run({ actor, db }) {
    return { endedSessions: await endOtherSessionsOfPerson(db, requirePerson(actor)) }
  },
  audit: (_, { endedSessions }) => ({
    target: 'sessions',
    detail: { operation: 'others', endedSessions },
  }),
})
