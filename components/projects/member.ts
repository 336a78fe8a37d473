import type { ReplyOf } from '@/lib/platform/contract'
import type { listMembersContract } from '@/lib/projects/contract'

export type Member = ReplyOf<typeof listMembersContract>['members'][number]
