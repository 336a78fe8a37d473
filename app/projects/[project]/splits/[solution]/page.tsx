import type { Metadata } from 'next'
import { readStepNumber } from '@/components/annotations/step-page'
import { ProjectShell } from '@/components/projects/project-shell'
import { StepRepairScreen } from '@/components/splits/step-repair-screen'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'
import { getSolutionSplit } from '@/lib/splits/server/queries'

export const metadata: Metadata = { title: 'Repair steps' }

export default async function RepairStepsPage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string; solution: string }>
  searchParams: Promise<{ step?: string }>
}) {
  const { actor } = await requireSignedInPerson()
  const { project: slug, solution } = await params
  const { step } = await searchParams
  const [project, { projects }, split] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(getSolutionSplit, { project: slug, solution, around: readStepNumber(step) }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="splits">
      <StepRepairScreen slug={slug} split={split} requestedStep={Number(step)} />
    </ProjectShell>
  )
}
