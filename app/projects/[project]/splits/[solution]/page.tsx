import type { Metadata } from 'next'
import { readStepIndex } from '@/components/annotations/step-page'
import { ProjectShell } from '@/components/projects/project-shell'
import { StepRepairScreen } from '@/components/splits/step-repair-screen'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getSolutionSplit } from '@/lib/splits/server/queries'

export const metadata: Metadata = { title: 'Repair steps' }

export default async function RepairStepsPage({
  params,
  searchParams,
}: ProjectPageProps<'solution'>) {
  const { project: slug, solution } = await params
  const { step } = await searchParams
  const [shell, loadedSolution] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getSolutionSplit, { project: slug, solution, around: readStepIndex(step) }),
  ])
  return (
    <ProjectShell {...shell} current="splits">
      <StepRepairScreen slug={slug} loadedSolution={loadedSolution} requestedStep={Number(step)} />
    </ProjectShell>
  )
}
