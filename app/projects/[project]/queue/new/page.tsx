import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProjectShell } from '@/components/projects/project-shell'
import { NewRoundPage, RoundPlanPage } from '@/components/rounds/new-round-page'
import { makeQueueShortcuts } from '@/components/rounds/queue-shortcuts'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getRound, listRounds } from '@/lib/rounds/server/queries'
import { listScorers, listScoreRuns } from '@/lib/scoring/server/queries'

export const metadata: Metadata = { title: 'Plan round' }

export default async function NewRoundRoute({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const { plan, from, scores } = await searchParams
  const shell = await loadProjectShell(slug)
  if (shell.role !== 'admin') notFound()
  return (
    <ProjectShell {...shell} current="queue">
      {typeof plan === 'string' ? (
        <RoundPlanPage slug={slug} {...await loadPlan(slug, plan)} />
      ) : (
        <NewRoundPage
          slug={slug}
          annotators={shell.project.overlap}
          scores={typeof scores === 'string' ? scores : undefined}
          {...await loadFormData(slug, typeof from === 'string' ? from : undefined)}
        />
      )}
    </ProjectShell>
  )
}

async function loadPlan(slug: string, round: string) {
  const [plan, keymap] = await Promise.all([
    runPageQuery(getRound, { project: slug, round }),
    loadKeymap(),
  ])
  return { plan, keys: makeQueueShortcuts(keymap) }
}

async function loadFormData(slug: string, from: string | undefined) {
  const [scorers, { runs }, { rounds }] = await Promise.all([
    runPageQuery(listScorers, { project: slug }),
    runPageQuery(listScoreRuns, { project: slug }),
    runPageQuery(listRounds, { project: slug }),
  ])
  return {
    scorers,
    runs,
    from: rounds.find(({ round }) => round === from) ?? null,
    pendingPlan: rounds.find(({ state }) => state === 'planned') ?? null,
  }
}
