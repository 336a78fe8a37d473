import type { Metadata } from 'next'
import { ImportScreen } from '@/components/imports/import-screen'
import { ProjectShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { getImport } from '@/lib/imports/server/queries'
import { listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Import solutions' }

export default async function ImportPage({
  params,
}: {
  params: Promise<{ project: string; import: string }>
}) {
  const { actor } = await requireSignedInPerson()
  const { project: slug, import: id } = await params
  const [project, { projects }, reply] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(getImport, { project: slug, import: id }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="data">
      <PageLayout>
        <ImportScreen key={id} slug={slug} initial={reply} />
      </PageLayout>
    </ProjectShell>
  )
}
