import type { Metadata } from 'next'
import { AuditLogView } from '@/components/audit/audit-log-view'
import { readAuditFilter } from '@/components/audit/read-audit-filter'
import { ProjectShell } from '@/components/projects/project-shell'
import { listAudit } from '@/lib/audit/server/queries'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listMembers, listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Audit log' }

interface Props {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function ProjectAuditPage({ params, searchParams }: Props) {
  const { actor } = await requireSignedInPerson()
  const { project: slug } = await params
  const { filter, after } = readAuditFilter(await searchParams)
  const [project, { projects }, list, { members }] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(listAudit, { project: slug, ...filter, after }),
    runPageQuery(listMembers, { project: slug }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="audit">
      <AuditLogView
        scope={{ slug }}
        list={list}
        filter={filter}
        people={members}
        hasPreviousPage={after !== undefined}
      />
    </ProjectShell>
  )
}
