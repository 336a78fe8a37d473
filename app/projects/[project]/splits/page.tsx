import type { Metadata } from 'next'
import { ProjectShell } from '@/components/projects/project-shell'
import { BadSplitList } from '@/components/splits/bad-split-list'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'
import { listSplitReports } from '@/lib/splits/server/queries'

export const metadata: Metadata = { title: 'Bad splits' }

export default async function BadSplitsPage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>
  searchParams: Promise<{ after?: string }>
}) {
  const { actor } = await requireSignedInPerson()
  const { project: slug } = await params
  const { after } = await searchParams
  const [project, { projects }, reports] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(listSplitReports, { project: slug, after }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="splits">
      <PageLayout>
        <PageTitle
          title="Bad splits"
          abstract="Repair badly split steps. Unchanged steps keep their ratings."
        />
        <BadSplitList slug={slug} reports={reports} isFirstPage={after === undefined} />
      </PageLayout>
    </ProjectShell>
  )
}
