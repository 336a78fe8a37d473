import type { Metadata } from 'next'
import { readGuidelineVersion } from '@/components/guidelines/guideline'
import { GuidelineView } from '@/components/guidelines/guideline-view'
import { getProjectRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/projects/project-shell'
import {
  getGuideline,
  getGuidelineState,
  listGuidelineVersions,
} from '@/lib/annotations/server/guideline-queries'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Guideline' }

interface Props {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function GuidelinePage({ params, searchParams }: Props) {
  const { actor } = await requireSignedInPerson()
  const { project: slug } = await params
  const query = await searchParams
  const state = await runPageQuery(getGuidelineState, { project: slug })
  // Readers of an earlier version see what has changed since.
  const sinceRead =
    state.needsGuideline && state.confirmedGuidelineVersion > 0
      ? state.confirmedGuidelineVersion
      : undefined
  const [project, { projects }, reply, { versions }] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(getGuideline, {
      project: slug,
      version: readGuidelineVersion(query.version),
      since: readGuidelineVersion(query.since) ?? sinceRead,
    }),
    runPageQuery(listGuidelineVersions, { project: slug }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="guideline">
      <GuidelineView
        slug={slug}
        reply={reply}
        versions={versions}
        mustRead={state.needsGuideline}
        // Only new annotators practise. Practice solutions are complete, so the step-choice flow has none.
        hasFinishedPractice={
          state.hasFinishedPractice ||
          state.confirmedGuidelineVersion > 0 ||
          project.flow === 'step_choice'
        }
        hasPractice={project.flow === 'solution'}
        canEdit={getProjectRole(actor, project) !== 'annotator'}
      />
    </ProjectShell>
  )
}
