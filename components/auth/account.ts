import type { listAccountsContract } from '@/lib/auth/accounts-contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type Account = ReplyOf<typeof listAccountsContract>['accounts'][number]
