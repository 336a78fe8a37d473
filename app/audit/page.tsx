import type { Metadata } from 'next'
import { AuditLogView } from '@/components/audit/audit-log-view'
import { readAuditFilter } from '@/components/audit/read-audit-filter'
import { InstanceShell } from '@/components/projects/project-shell'
import { listInstanceAudit } from '@/lib/audit/server/queries'
import { listAccounts } from '@/lib/auth/server/accounts-queries'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Audit log' }

/** Number of accounts in the menu. `?actor=user:…` in the URL can select any account. */
const maxListedAccounts = 500

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function InstanceAuditPage({ searchParams }: Props) {
  const { actor } = await requireSignedInPerson()
  const { filter, after, ignoredTo } = readAuditFilter(await searchParams)
  const [list, { accounts }] = await Promise.all([
    runPageQuery(listInstanceAudit, { ...filter, after }),
    runPageQuery(listAccounts, { limit: maxListedAccounts }),
  ])
  const people = accounts.map(({ id, name }) => ({ user: id, name }))
  return (
    <InstanceShell person={actor}>
      <AuditLogView
        scope={null}
        list={list}
        filter={filter}
        ignoredTo={ignoredTo}
        people={people}
        hasPreviousPage={after !== undefined}
      />
    </InstanceShell>
  )
}
