import type { Metadata } from 'next'
import { readStepIndex } from '@/components/annotations/step-page'
import { GoldSolutionView } from '@/components/gold/gold-solution-view'
import { ProjectShell } from '@/components/projects/project-shell'
import { getGold } from '@/lib/gold/server/queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Gold' }

export default async function GoldSolutionPage({
  params,
  searchParams,
}: ProjectPageProps<'solution'>) {
  const { project: slug, solution } = await params
  const around = readStepIndex((await searchParams).step)
  const [shell, initial] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getGold, { project: slug, solution, around }),
  ])
  return (
    <ProjectShell {...shell} current="gold">
      <GoldSolutionView
        key={solution}
        slug={slug}
        initial={initial}
        canChange={shell.role === 'admin'}
      />
    </ProjectShell>
  )
}
