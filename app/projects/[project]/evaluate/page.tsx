import type { Metadata } from 'next'
import { EvaluationView } from '@/components/insights/evaluation-view'
import { ProjectShell } from '@/components/shell/project-shell'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getEvaluation, listEvaluations } from '@/lib/insights/server/queries'
import { listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Evaluate' }

interface Props {
  params: Promise<{ project: string }>
  searchParams: Promise<{ evaluation?: string | string[] }>
}

/** The evaluation that the address names, else the newest that is done. */
export default async function EvaluatePage({ params, searchParams }: Props) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const { evaluation: asked } = await searchParams
  const [project, { projects }, list] = await Promise.all([
    loadProject(slug),
    runQuery(listProjects, {}),
    runQuery(listEvaluations, { project: slug }),
  ])
  const done = list.evaluations.filter(({ state }) => state === 'done')
  const chosen = done.find(({ evaluation }) => evaluation === asked) ?? done[0]
  const shown = chosen
    ? await runQuery(getEvaluation, { project: slug, evaluation: chosen.evaluation })
    : null
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="evaluate">
      <EvaluationView slug={slug} shown={shown} newest={list.evaluations[0] ?? null} list={list} />
    </ProjectShell>
  )
}
