import type { Metadata } from 'next'
import { ExportLinks } from '@/components/exports/export-links'
import { ImportFlow } from '@/components/imports/import-flow'
import { PastImports } from '@/components/imports/past-imports'
import { countLabellings } from '@/components/projects/project'
import { ProjectShell } from '@/components/shell/project-shell'
import { describeData } from '@/components/imports/describe-data'
import { Page } from '@/components/ui/page'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { listImports } from '@/lib/imports/server/queries'
import { getProgress } from '@/lib/labelling/server/queries'
import { getProject, listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Data' }

export default async function DataPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const [project, { projects }, { imports }, progress] = await Promise.all([
    runQuery(getProject, { project: slug }),
    runQuery(listProjects, {}),
    runQuery(listImports, { project: slug }),
    runQuery(getProgress, { project: slug }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="data">
      <Page>
        <ImportFlow slug={slug} abstract={describeData(progress)}>
          <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12 pt-12">
            {imports.length > 0 && (
              <div className="col-span-12 wide:col-span-8">
                <PastImports imports={imports} />
              </div>
            )}
            <div className="col-span-12 wide:col-span-4">
              <ExportLinks
                slug={slug}
                labellings={countLabellings(progress)}
                imported={progress.imported}
              />
            </div>
          </div>
        </ImportFlow>
      </Page>
    </ProjectShell>
  )
}
