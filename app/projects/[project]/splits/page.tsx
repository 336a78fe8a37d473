import type { Metadata } from 'next'
import { ProjectShell } from '@/components/projects/project-shell'
import { BadSplitList } from '@/components/splits/bad-split-list'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listSplitReports } from '@/lib/splits/server/queries'

export const metadata: Metadata = { title: 'Bad splits' }

export default async function BadSplitsPage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const { after: cursor } = await searchParams
  const after = typeof cursor === 'string' ? cursor : undefined
  const [shell, reports] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listSplitReports, { project: slug, after }),
  ])
  return (
    <ProjectShell {...shell} current="splits">
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
