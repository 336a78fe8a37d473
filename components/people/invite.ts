import type { ReplyOf } from '@/lib/platform/contract'
import type { listInvitesContract } from '@/lib/projects/invite-contract'

export type Invites = ReplyOf<typeof listInvitesContract>
export type Invite = Invites['invites'][number]
