import type { Metadata } from 'next'
import { ImportScreen } from '@/components/imports/import-screen'
import { ProjectShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getImport } from '@/lib/imports/server/queries'

export const metadata: Metadata = { title: 'Import solutions' }

export default async function ImportPage({ params }: ProjectPageProps<'import'>) {
  const { project: slug, import: id } = await params
  const [shell, reply] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getImport, { project: slug, import: id }),
  ])
  return (
    <ProjectShell {...shell} current="data">
      <PageLayout>
        <ImportScreen key={id} slug={slug} initial={reply} />
      </PageLayout>
    </ProjectShell>
  )
}
