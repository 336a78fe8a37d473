import {
  endResetLink,
  insertResetLink,
  formatResetUrl,
} from '@/lib/auth/server/password-reset-links'
import type { JobHandlers, MailPayload } from '@/lib/jobs/job'
import { getDatabase } from '@/lib/platform/server/database'
import { logger } from '@/lib/platform/server/logger'
import { MailRefusedError, sendMail } from '@/lib/platform/server/mail'
import { writeInviteMail, writePasswordResetMail } from '../mails'
import { storeInviteMailState, createMailedInviteSecret, formatInviteLink } from './invites.sql'

/**
 * Creates a secret, stores its hash and emails the link with the secret. A retry creates another secret. If the first mail
 * arrives after all, only the link in the second one works.
 */
export const runMailJob: JobHandlers['mail'] = async (payload) => {
  try {
    if (payload.kind === 'invite') await mailInvite(payload)
    else await mailReset(payload)
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error
    await recordMailFailure(payload, error.message)
  }
}

export async function recordMailFailure(payload: MailPayload, reason: string): Promise<void> {
  logger.warn({ ...payload, reason }, 'a mail is given up')
  if (payload.kind === 'invite') await storeInviteMailState(getDatabase(), payload.invite, 'failed')
}

async function mailInvite({ invite, origin }: Extract<MailPayload, { kind: 'invite' }>) {
  const db = getDatabase()
  const mail = await createMailedInviteSecret(db, invite)
  // Used, revoked or expired by now.
  if (!mail) return
  const { secret, email, projectName, createdBy } = mail
  const link = formatInviteLink(origin, secret)
  await sendMail({ to: email, ...writeInviteMail({ link, projectName, createdBy }) })
  await storeInviteMailState(db, invite, 'sent')
}

async function mailReset({ user, origin }: Extract<MailPayload, { kind: 'reset' }>) {
  if (user === null) return
  const db = getDatabase()
  const reset = await insertResetLink(db, { userId: user, createdById: null })
  // Disabled or deleted.
  if (!reset) return
  const account = await db.user.findUniqueOrThrow({ where: { id: user }, select: { email: true } })
  try {
    const link = formatResetUrl(origin, reset.secret)
    await sendMail({ to: account.email, ...writePasswordResetMail({ link }) })
  } catch (error) {
    await endResetLink(db, reset.id)
    throw error
  }
}
