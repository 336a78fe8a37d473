import type { Metadata } from 'next'
import { ExportLinks } from '@/components/exports/export-links'
import { ReleaseList } from '@/components/exports/release-list'
import { describeProjectData } from '@/components/imports/describe-project-data'
import { NewImportForm } from '@/components/imports/new-import-form'
import { PastImports } from '@/components/imports/past-imports'
import { countAnnotations } from '@/components/projects/project'
import { ProjectShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { listReleases } from '@/lib/exports/server/release-queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listImports } from '@/lib/imports/server/queries'
import { getProgress } from '@/lib/progress/server/queries'

export const metadata: Metadata = { title: 'Data' }

export default async function DataPage({ params }: ProjectPageProps) {
  const { project: slug } = await params
  const [shell, { imports }, { releases }, progress] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listImports, { project: slug }),
    runPageQuery(listReleases, { project: slug }),
    runPageQuery(getProgress, { project: slug }),
  ])
  const annotations = countAnnotations(progress)
  return (
    <ProjectShell {...shell} current="data">
      <PageLayout>
        <PageTitle
          title="Data"
          abstract={describeProjectData(progress)}
          learnMore={{ doc: 'formats', topic: 'import formats' }}
        />
        <NewImportForm slug={slug} />
        <div className="grid gap-12 pt-12">
          {imports.length > 0 && <PastImports slug={slug} initial={imports} />}
          <ReleaseList slug={slug} initial={releases} annotations={annotations} />
          <ExportLinks slug={slug} annotations={annotations} imported={progress.imported} />
        </div>
      </PageLayout>
    </ProjectShell>
  )
}
