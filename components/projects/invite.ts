import type { ReplyOf } from '@/lib/platform/contract'
import type { listInvitesContract } from '@/lib/projects/invite-contract'

export type InvitesReply = ReplyOf<typeof listInvitesContract>
export type Invite = InvitesReply['invites'][number]
