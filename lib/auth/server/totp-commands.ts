import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { Person } from '../actor'
import {
  confirmTotpContract,
  endTotpContract,
  endTotpForContract,
  renewRecoveryCodesContract,
  startTotpContract,
} from '../totp-contract'
import { drawQrCode } from './draw-qr-code'
import { forgetKnownBrowsers } from './known-browsers'
import { command } from './operation'
import { limitPasswordConfirmations, requireOwnPassword } from './require-password'
import { requirePerson } from './require-person'
import {
  removeSecondFactor,
  createTotpSecret,
  replaceRecoveryCodes,
  consumeTotpOrRecoveryCode,
  consumeTotpCode,
} from './second-factor'
import { findCallerSessionId } from './sessions'
import { clearReauthenticationAttempts } from './sign-in-attempts'

export const startTotp = command(startTotpContract, {
  action: 'totp.start',
  scope: 'instance',
  keepsReply: false,
  admit: limitPasswordConfirmations,
  async run({ actor, db }, { password }) {
    const person = requirePerson(actor)
    await requireOwnPassword(db, person, password, 'password')
    const newSecret = await createTotpSecret(db, person)
    if (!newSecret) throw new AppError('conflict', 'Codes are already on. Turn them off first.')
    return { ...newSecret, picture: drawQrCode(newSecret.uri) }
  },
  audit: () => ({ target: 'account' }),
})

/** Forgets other known browsers: they became known by the password alone, and would have their own attempts at codes. */
export const confirmTotp = command(confirmTotpContract, {
  action: 'totp.confirm',
  scope: 'instance',
  keepsReply: false,
  admit: limitPasswordConfirmations,
  async run({ actor, db }, { code }) {
    const person = requirePerson(actor)
    const { userId } = person
    if (!(await consumeTotpCode(db, userId, code, { isConfirmed: false })))
      throw makeWrongCodeError()
    // The row is locked since the code was accepted, so the confirmed secret is the code's.
    await db.$executeRaw`update totp set confirmed_at = now() where user_id = ${userId}::uuid`
    await clearReauthenticationAttempts(db, person)
    await forgetKnownBrowsers(db, userId, findCallerSessionId(person))
    return { recoveryCodes: await replaceRecoveryCodes(db, userId) }
  },
  audit: () => ({ target: 'account' }),
})

export const renewRecoveryCodes = command(renewRecoveryCodesContract, {
  action: 'totp.renew',
  scope: 'instance',
  keepsReply: false,
  admit: limitPasswordConfirmations,
  async run({ actor, db }, { password, code }) {
    const person = requirePerson(actor)
    await requirePasswordAndCode(db, person, password, code)
    await forgetKnownBrowsers(db, person.userId, findCallerSessionId(person))
    return { recoveryCodes: await replaceRecoveryCodes(db, person.userId) }
  },
  audit: () => ({ target: 'account' }),
})

export const endTotp = command(endTotpContract, {
  action: 'totp.end',
  scope: 'instance',
  keepsReply: false,
  admit: limitPasswordConfirmations,
  async run({ actor, db }, { password, code }) {
    const person = requirePerson(actor)
    await requirePasswordAndCode(db, person, password, code)
    await removeSecondFactor(db, person.userId)
    return { ended: true as const }
  },
  audit: () => ({ target: 'account' }),
})

export const endTotpFor = command(endTotpForContract, {
  action: 'totp.end-for',
  scope: 'instance',
  async run({ db }, { user: email }) {
    const user = await db.user.findUnique({ where: { email }, select: { id: true } })
    if (!user) throw new AppError('not_found', `${email} has no account.`)
    await forgetKnownBrowsers(db, user.id)
    return { user: user.id, wasOn: await removeSecondFactor(db, user.id) }
  },
  audit: (_, { user, wasOn }) => ({ target: `user:${user}`, detail: { wasOn } }),
})

/** Changing codes requires both, like signing in. */
async function requirePasswordAndCode(
  db: Transaction,
  person: Person,
  password: string,
  code: string,
) {
  await requireOwnPassword(db, person, password, 'password')
  if (!(await consumeTotpOrRecoveryCode(db, person.userId, code))) throw makeWrongCodeError()
  await clearReauthenticationAttempts(db, person)
}

function makeWrongCodeError(): AppError {
  const reason = 'This code is wrong, was already used, or has expired. Wait for the next one.'
  return new AppError('invalid_input', reason, {
    issues: [{ location: 'code', reason }],
  })
}
