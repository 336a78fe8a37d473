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
export function describeInviteMail({ mail, state }: Invite): string | null {
  if (mail === null || state !== 'pending') return null
  const labels = {
    waiting: 'email waiting to be sent',
    sent: 'emailed',
    failed: 'email failed: share the link yourself, or invite again',
  } as const
  return labels[mail]
}
