import type { Metadata } from 'next'
import { readStepNumber } from '@/components/annotations/step-page'
import { GoldSolutionView } from '@/components/gold/gold-solution-view'
import { ProjectShell } from '@/components/projects/project-shell'
import { getGold } from '@/lib/gold/server/queries'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Gold' }

interface Props {
  params: Promise<{ project: string; solution: string }>
  searchParams: Promise<{ step?: string }>
}

export default async function GoldSolutionPage({ params, searchParams }: Props) {
  const { actor } = await requireSignedInPerson()
  const { project: slug, solution } = await params
  const around = readStepNumber((await searchParams).step)
  const [project, { projects }, initial] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(getGold, { project: slug, solution, around }),
  ])
  const canChange = project.role === null || project.role === 'admin'
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="gold">
      <GoldSolutionView key={solution} slug={slug} initial={initial} canChange={canChange} />
    </ProjectShell>
  )
}
