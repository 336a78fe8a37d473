import type { Metadata } from 'next'
import { AgreementView } from '@/components/agreement/agreement-view'
import { readFilters } from '@/components/agreement/read-filters'
import { readRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/shell/project-shell'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { listGuidelineVersions } from '@/lib/labelling/server/guideline-queries'
import { getProject, listProjects } from '@/lib/projects/server/queries'
import { getAgreement, listAgreements } from '@/lib/review/server/agreement-queries'

export const metadata: Metadata = { title: 'Agreement' }

interface Props {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** What was last worked out for the filters in the address; where that is nothing, the page begins it. */
export default async function AgreementPage({ params, searchParams }: Props) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const filters = readFilters(await searchParams)
  const [project, { projects }, list, { versions }] = await Promise.all([
    runQuery(getProject, { project: slug }),
    runQuery(listProjects, {}),
    runQuery(listAgreements, { project: slug, filters: JSON.stringify(filters) }),
    runQuery(listGuidelineVersions, { project: slug, limit: 200 }),
  ])
  const done = list.agreements.find(({ state }) => state === 'done')
  const shown = done
    ? await runQuery(getAgreement, { project: slug, agreement: done.agreement })
    : null
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="agreement">
      <AgreementView
        slug={slug}
        isAdmin={readRole(actor, project) === 'admin'}
        filters={filters}
        choices={list.choices}
        guidelines={versions.map(({ version, publishedAt }) => ({ version, publishedAt }))}
        shown={shown}
        newest={list.agreements[0] ?? null}
        now={new Date()}
      />
    </ProjectShell>
  )
}
