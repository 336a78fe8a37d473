import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { GuidelineEditor } from '@/components/guideline/guideline-editor'
import { readRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/shell/project-shell'
import { Page, PageTitle } from '@/components/ui/page'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getGuideline } from '@/lib/labelling/server/guideline-queries'
import { getProject, listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Change the guideline' }

export default async function EditGuidelinePage({
  params,
}: {
  params: Promise<{ project: string }>
}) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const [project, { projects }, { latest, guideline }] = await Promise.all([
    runQuery(getProject, { project: slug }),
    runQuery(listProjects, {}),
    runQuery(getGuideline, { project: slug }),
  ])
  if (readRole(actor, project) === 'annotator') notFound()
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="guideline">
      <Page>
        <PageTitle
          title={guideline ? 'Change the guideline' : 'Write the guideline'}
          abstract="Who publishes a version has everybody read what is new in it before they label on. Labels keep the version that they were made by."
        />
        <GuidelineEditor
          key={latest}
          slug={slug}
          userId={actor.userId}
          latest={latest}
          source={guideline?.source ?? ''}
        />
      </Page>
    </ProjectShell>
  )
}
