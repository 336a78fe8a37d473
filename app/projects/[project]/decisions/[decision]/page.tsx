import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProjectShell } from '@/components/projects/project-shell'
import { DecisionView } from '@/components/questions/decision-view'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'
import { getDecision } from '@/lib/questions/server/decisions-queries'

export const metadata: Metadata = { title: 'Decision' }

export default async function DecisionPage({
  params,
}: {
  params: Promise<{ project: string; decision: string }>
}) {
  const { actor } = await requireSignedInPerson()
  const { project: slug, decision: number } = await params
  if (!/^[1-9]\d{0,8}$/.test(number)) notFound()
  const [project, { projects }, decision] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(getDecision, { project: slug, decision: Number(number) }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="questions">
      <DecisionView slug={slug} decision={decision} errorTags={project.errorTags} />
    </ProjectShell>
  )
}
