import type { Metadata } from 'next'
import { AccountsBoard } from '@/components/people/accounts-board'
import { InstanceShell } from '@/components/shell/project-shell'
import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { listAccounts } from '@/lib/auth/server/accounts-queries'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { listAccountInvites } from '@/lib/projects/server/invite-commands'

export const metadata: Metadata = { title: 'Everybody here' }

export default async function AccountsPage({
  searchParams,
}: {
  searchParams: Promise<{ after?: string | string[] }>
}) {
  const { actor } = await loadPage()
  const { after } = await searchParams
  const [{ accounts, next }, invites] = await Promise.all([
    runQuery(listAccounts, typeof after === 'string' ? { after } : {}),
    runQuery(listAccountInvites, {}),
  ])
  return (
    <InstanceShell person={actor}>
      <Page>
        <PageTitle
          title="Everybody here"
          abstract="The accounts of this server, in whichever project. An invite from here makes an account that is in none; to bring somebody into a project, invite them on its page People."
        />
        <AccountsBoard accounts={accounts} invites={invites} ownId={actor.userId} />
        {next !== null && (
          <p className="pt-4">
            <Link href={`/people?after=${next}`}>Further accounts</Link>
          </p>
        )}
      </Page>
    </InstanceShell>
  )
}
