import type { Metadata } from 'next'
import { AuditView } from '@/components/audit/audit-view'
import { listPeople } from '@/components/audit/describe-entry'
import { readFilter } from '@/components/audit/read-filter'
import { InstanceShell } from '@/components/shell/project-shell'
import { listInstanceAudit } from '@/lib/audit/server/queries'
import { loadPage, runQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Audit log' }

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function InstanceAudit({ searchParams }: Props) {
  const { actor } = await loadPage()
  const { filter, after } = readFilter(await searchParams)
  const list = await runQuery(listInstanceAudit, { ...filter, after })
  return (
    <InstanceShell person={actor}>
      <AuditView
        place={null}
        {...{ list, filter, people: listPeople(list.entries) }}
        isFurther={after !== undefined}
      />
    </InstanceShell>
  )
}
