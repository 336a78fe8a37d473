import type { Metadata } from 'next'
import { AuditLogView } from '@/components/audit/audit-log-view'
import { readAuditFilter } from '@/components/audit/read-audit-filter'
import { ProjectShell } from '@/components/projects/project-shell'
import { listAudit } from '@/lib/audit/server/queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listMembers } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Audit log' }

export default async function ProjectAuditPage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const { filter, after, ignoredTo } = readAuditFilter(await searchParams)
  const [shell, list, { members }] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listAudit, { project: slug, ...filter, after }),
    runPageQuery(listMembers, { project: slug }),
  ])
  return (
    <ProjectShell {...shell} current="audit">
      <AuditLogView
        scope={{ slug }}
        list={list}
        filter={filter}
        ignoredTo={ignoredTo}
        people={members}
        hasPreviousPage={after !== undefined}
      />
    </ProjectShell>
  )
}
