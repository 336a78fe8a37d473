import type { Metadata } from 'next'
import {
  type GuidelinePageQuery,
  guidelineVersionsPageSize,
  readGuidelineVersion,
} from '@/components/guidelines/guideline'
import { GuidelineView } from '@/components/guidelines/guideline-view'
import { ProjectShell } from '@/components/projects/project-shell'
import {
  getGuideline,
  getGuidelineState,
  listGuidelineVersions,
} from '@/lib/annotations/server/guideline-queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getOwnPerformance } from '@/lib/people/server/own-performance'

export const metadata: Metadata = { title: 'Guideline' }

export default async function GuidelinePage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const parameters = await searchParams
  const query: GuidelinePageQuery = {
    version: readGuidelineVersion(parameters.version),
    since: readGuidelineVersion(parameters.since),
    before: readGuidelineVersion(parameters.before),
  }
  const state = await runPageQuery(getGuidelineState, { project: slug })
  // Readers of an earlier version see what has changed since.
  const sinceRead =
    state.needsGuideline && state.confirmedGuidelineVersion > 0
      ? state.confirmedGuidelineVersion
      : undefined
  const [shell, reply, { versions }, { pause }] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getGuideline, {
      project: slug,
      version: query.version,
      since: query.since ?? sinceRead,
    }),
    runPageQuery(listGuidelineVersions, {
      project: slug,
      before: query.before,
      limit: guidelineVersionsPageSize + 1,
    }),
    runPageQuery(getOwnPerformance, { project: slug }),
  ])
  return (
    <ProjectShell {...shell} isPaused={pause !== null} current="guideline">
      <GuidelineView
        slug={slug}
        reply={reply}
        versions={versions}
        query={query}
        mustRead={state.needsGuideline}
        // Only new annotators practise. Practice solutions are complete, so the step-choice flow has none.
        hasFinishedPractice={
          state.hasFinishedPractice ||
          state.confirmedGuidelineVersion > 0 ||
          shell.project.flow === 'step_choice'
        }
        hasPractice={shell.project.flow === 'solution'}
        canEdit={shell.role !== 'annotator'}
      />
    </ProjectShell>
  )
}
