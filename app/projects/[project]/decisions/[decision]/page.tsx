import type { Metadata } from 'next'
import { ProjectShell } from '@/components/projects/project-shell'
import { DecisionView } from '@/components/questions/decision-view'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getDecision } from '@/lib/questions/server/decisions-queries'

export const metadata: Metadata = { title: 'Decision' }

export default async function DecisionPage({ params }: ProjectPageProps<'decision'>) {
  const { project: slug, decision: number } = await params
  const [shell, decision] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getDecision, { project: slug, decision: Number(number) }),
  ])
  return (
    <ProjectShell {...shell} current="questions">
      <DecisionView slug={slug} decision={decision} errorTags={shell.project.errorTags} />
    </ProjectShell>
  )
}
