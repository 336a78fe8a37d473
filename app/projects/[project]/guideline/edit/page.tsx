import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pickDecisionTextFields } from '@/components/guidelines/guideline'
import { GuidelineEditor } from '@/components/guidelines/guideline-editor'
import { ProjectShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { getGuideline } from '@/lib/annotations/server/guideline-queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listDecisions } from '@/lib/questions/server/decisions-queries'

export const metadata: Metadata = { title: 'Edit guideline' }

const maxDecisions = 200

export default async function EditGuidelinePage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const query = await searchParams
  const [shell, { latest, guideline }] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getGuideline, { project: slug }),
  ])
  if (shell.role === 'annotator') notFound()
  const draftQuery = { project: slug, state: 'draft', limit: maxDecisions } as const
  const { decisions } = await runPageQuery(listDecisions, draftQuery)
  return (
    <ProjectShell {...shell} current="guideline">
      <PageLayout>
        <PageTitle
          title={guideline ? 'Edit guideline' : 'Write guideline'}
          abstract="Until an annotator has read the changes, their annotations count under the old version."
        />
        <GuidelineEditor
          key={latest}
          slug={slug}
          userId={shell.person.userId}
          latest={latest}
          source={guideline?.source ?? ''}
          decisions={decisions.toReversed().map(pickDecisionTextFields)}
          insertsDecisions={query.decisions === 'drafts'}
        />
      </PageLayout>
    </ProjectShell>
  )
}
