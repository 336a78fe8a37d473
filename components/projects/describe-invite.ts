import { formatInstant } from '@/lib/platform/format'
import type { Invite } from './invite'

/** The choices of how long an invite is valid. */
export const inviteDurationChoices = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const

export type InviteDuration = (typeof inviteDurationChoices)[number]['value']

/** The status of an invite in the table. */
export function describeInviteState({ state, usedBy, expiresAt }: Invite): string {
  switch (state) {
    case 'pending':
      return `pending until ${formatInstant(expiresAt)}`
    case 'used':
      return usedBy === null ? 'used' : `used by ${usedBy}`
    case 'revoked':
      return 'revoked'
    case 'expired':
      return `expired ${formatInstant(expiresAt)}`
  }
}

/** The status of the invite's email. Null if no email was requested or the invite is no longer pending. */
export function describeInviteMailState({ mail, state }: Invite): string | null {
  if (mail === null || state !== 'pending') return null
  const labels = {
    waiting: 'email waiting to be sent',
    sent: 'emailed',
    failed: 'email failed: share the link yourself, or invite again',
  } as const
  return labels[mail]
}

/** The sentence above the link of a new invite. */
export function describeCreatedInvite(
  email: string | null,
  { isMailed, hasOtherInvite }: { isMailed: boolean; hasOtherInvite: boolean },
): string {
  const singleUseText = 'It works once and won’t be shown again.'
  if (email === null) return `Share this link with the person to invite. ${singleUseText}`
  const linkText = isMailed
    ? `We are emailing a link to ${email}. You can also share this one, which won’t be shown again. After one of the two is used, neither works.`
    : `Share this link with ${email}. ${singleUseText}`
  return hasOtherInvite
    ? `${linkText} An earlier invite for this address is still pending. Revoke it if you don’t need it.`
    : linkText
}

/** Which of several invites is meant, in the name of a button. */
export const formatInviteName = ({ email, createdAt }: Invite) =>
  `${email === null ? '' : `for ${email} `}of ${formatInstant(createdAt)}`
