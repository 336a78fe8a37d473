import { formatInstant } from '@/lib/platform/format'
import type { Invite } from './invite'

/** How long an invite lasts, as the form offers it. */
export const inviteDurationChoices = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const

export type InviteDuration = (typeof inviteDurationChoices)[number]['value']

/** What became of an invite, for its row. */
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

/** The status of the invite's mail, if one was requested. Null once someone has joined. */
export function describeInviteMail({ mail, state }: Invite): string | null {
  if (mail === null || state !== 'pending') return null
  const labels = {
    waiting: 'email waiting to be sent',
    sent: 'emailed',
    failed: 'email failed: share the link yourself, or invite again',
  } as const
  return labels[mail]
}
