import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { ProjectShell } from '@/components/projects/project-shell'
import { NewDecisionOrQuestionForms } from '@/components/questions/new-decision-or-question-forms'
import { questionsHref } from '@/components/questions/question'
import { typesetStepDetails } from '@/components/questions/typeset-question'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getQuestionStep } from '@/lib/questions/server/queries'

export const metadata: Metadata = { title: 'Add question or decision' }

export default async function NewQuestionPage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const { solution, step } = await searchParams
  const shell = await loadProjectShell(slug)
  if (shell.role === 'annotator') notFound()
  // The URL counts steps from 1.
  const stepNumber = Number(step)
  if (typeof solution !== 'string' || !Number.isInteger(stepNumber) || stepNumber < 1)
    redirect(questionsHref(slug))
  const stepDetails = await runPageQuery(getQuestionStep, {
    project: slug,
    solution,
    step: stepNumber - 1,
  })
  return (
    <ProjectShell {...shell} current="questions">
      <PageLayout narrow>
        <p className="pb-2 text-caption">
          <Link href={questionsHref(slug)}>All questions</Link>
        </p>
        <PageTitle
          title="Add question or decision"
          abstract="Decisions are published with the next version of the guideline."
        />
        <NewDecisionOrQuestionForms slug={slug} step={await typesetStepDetails(stepDetails)} />
      </PageLayout>
    </ProjectShell>
  )
}
