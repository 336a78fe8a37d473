import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pickDecisionText } from '@/components/guidelines/guideline'
import { GuidelineEditor } from '@/components/guidelines/guideline-editor'
import { getProjectRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/projects/project-shell'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'
import { getGuideline } from '@/lib/annotations/server/guideline-queries'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'
import { listDecisions } from '@/lib/questions/server/decisions-queries'

export const metadata: Metadata = { title: 'Edit guideline' }

const maxDecisions = 200

export default async function EditGuidelinePage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>
  searchParams: Promise<{ decisions?: string }>
}) {
  const { actor } = await requireSignedInPerson()
  const { project: slug } = await params
  const query = await searchParams
  const [project, { projects }, { latest, guideline }] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(getGuideline, { project: slug }),
  ])
  if (getProjectRole(actor, project) === 'annotator') notFound()
  const draftQuery = { project: slug, state: 'draft', limit: maxDecisions } as const
  const { decisions } = await runPageQuery(listDecisions, draftQuery)
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="guideline">
      <PageLayout>
        <PageTitle
          title={guideline ? 'Edit guideline' : 'Write guideline'}
          abstract="Annotators must read the changes in a new version before they continue."
        />
        <GuidelineEditor
          key={latest}
          slug={slug}
          userId={actor.userId}
          latest={latest}
          source={guideline?.source ?? ''}
          decisions={decisions.toReversed().map(pickDecisionText)}
          insertsDecisions={query.decisions === 'drafts'}
        />
      </PageLayout>
    </ProjectShell>
  )
}
