import type { Metadata } from 'next'
import { AccountsView } from '@/components/auth/accounts-view'
import { InstanceShell } from '@/components/projects/project-shell'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { listAccounts } from '@/lib/auth/server/accounts-queries'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listAccountInvites } from '@/lib/projects/server/invite-commands'

export const metadata: Metadata = { title: 'All accounts' }

export default async function AccountsPage({
  searchParams,
}: {
  searchParams: Promise<{ after?: string | string[] }>
}) {
  const { actor } = await requireSignedInPerson()
  const { after } = await searchParams
  const [{ accounts, next }, invites] = await Promise.all([
    runPageQuery(listAccounts, typeof after === 'string' ? { after } : {}),
    runPageQuery(listAccountInvites, {}),
  ])
  return (
    <InstanceShell person={actor}>
      <PageLayout>
        <PageTitle
          title="All accounts"
          abstract="All accounts on this server. To invite someone to a project, use its People page."
        />
        <AccountsView
          accounts={accounts}
          isPage={next !== null || after !== undefined}
          invites={invites}
          ownId={actor.userId}
        />
        {next !== null && (
          <p className="pt-4">
            <Link href={`/people?after=${next}`}>More accounts</Link>
          </p>
        )}
      </PageLayout>
    </InstanceShell>
  )
}
