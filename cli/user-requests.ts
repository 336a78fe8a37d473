import type { listAccountsContract } from '@/lib/auth/accounts-contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { listMembersContract } from '@/lib/projects/contract'
import { callServer, type ServerConnection } from './server-connection'
import { sanitiseForTerminal } from './terminal'

export type Member = ReplyOf<typeof listMembersContract>['members'][number]
export type Account = ReplyOf<typeof listAccountsContract>['accounts'][number]

export async function listMembers(server: ServerConnection, project: string): Promise<Member[]> {
  const { members } = await callServer(server, 'get /projects/{project}/members', { project })
  return members
}

/** Throws if no member has this address. */
export async function findMember(
  server: ServerConnection,
  project: string,
  email: string,
): Promise<Member> {
  const address = email.trim().toLowerCase()
  const match = (await listMembers(server, project)).find((member) => member.email === address)
  if (!match)
    throw new AppError(
      'not_found',
      `${sanitiseForTerminal(email)} is not a member of ${project}. Nothing was changed. To see its members: stepmark user list --project ${project}`,
    )
  return match
}

export async function listAccounts(server: ServerConnection): Promise<Account[]> {
  const accounts: Account[] = []
  let after: string | null | undefined
  while (after !== null) {
    const page: ReplyOf<typeof listAccountsContract> = await callServer(server, 'get /accounts', {
      after,
      limit: 500,
    })
    accounts.push(...page.accounts)
    after = page.next
  }
  return accounts
}

/** Throws if no account has this address. */
export async function findAccount(server: ServerConnection, email: string): Promise<Account> {
  const { account } = await callServer(
    server,
    'post /accounts/search',
    { email },
    { lostReplyHint: null },
  )
  if (!account)
    throw new AppError(
      'not_found',
      `${sanitiseForTerminal(email)} has no account. Nothing was changed. To see all accounts: stepmark user list`,
    )
  return account
}
