import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { readRulingText } from '@/components/guideline/guideline'
import { GuidelineEditor } from '@/components/guideline/guideline-editor'
import { readRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/shell/project-shell'
import { Page, PageTitle } from '@/components/ui/page'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getGuideline } from '@/lib/annotations/server/guideline-queries'
import { listProjects } from '@/lib/projects/server/queries'
import { listRulings } from '@/lib/review/server/rulings-queries'

export const metadata: Metadata = { title: 'Change the guideline' }

const mostRulings = 200

export default async function EditGuidelinePage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>
  searchParams: Promise<{ rulings?: string }>
}) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const asked = await searchParams
  const [project, { projects }, { latest, guideline }] = await Promise.all([
    loadProject(slug),
    runQuery(listProjects, {}),
    runQuery(getGuideline, { project: slug }),
  ])
  if (readRole(actor, project) === 'annotator') notFound()
  const drafts = { project: slug, state: 'draft', limit: mostRulings } as const
  const { rulings } = await runQuery(listRulings, drafts)
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
          rulings={rulings.toReversed().map(readRulingText)}
          putsIn={asked.rulings === 'drafts'}
        />
      </Page>
    </ProjectShell>
  )
}
