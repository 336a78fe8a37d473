import type { Metadata } from 'next'
import { ImportScreen } from '@/components/imports/import-screen'
import { ProjectShell } from '@/components/shell/project-shell'
import { Page } from '@/components/ui/page'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getImport } from '@/lib/imports/server/queries'
import { getProject, listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Import solutions' }

export default async function ImportPage({
  params,
}: {
  params: Promise<{ project: string; import: string }>
}) {
  const { actor } = await loadPage()
  const { project: slug, import: id } = await params
  const [project, { projects }, found] = await Promise.all([
    runQuery(getProject, { project: slug }),
    runQuery(listProjects, {}),
    runQuery(getImport, { project: slug, import: id }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="data">
      <Page>
        <ImportScreen key={id} slug={slug} given={found} />
      </Page>
    </ProjectShell>
  )
}
