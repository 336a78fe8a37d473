import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { readRole } from '@/components/projects/project'
import { NewQuestion } from '@/components/rulings/new-question'
import { addressQuestions } from '@/components/rulings/question'
import { showWholeStep } from '@/components/rulings/show-question'
import { ProjectShell } from '@/components/shell/project-shell'
import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'
import { getAskedStep } from '@/lib/review/server/questions-queries'

export const metadata: Metadata = { title: 'Rule on a step' }

export default async function NewQuestionPage({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>
  searchParams: Promise<Partial<Record<'solution' | 'step', string>>>
}) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const { solution, step } = await searchParams
  const [project, { projects }] = await Promise.all([loadProject(slug), runQuery(listProjects, {})])
  if (readRole(actor, project) === 'annotator') notFound()
  // The address counts steps from 1, as people do.
  const number = Number(step)
  if (typeof solution !== 'string' || !Number.isInteger(number) || number < 1)
    redirect(addressQuestions(slug))
  const asked = await runQuery(getAskedStep, { project: slug, solution, step: number - 1 })
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="questions">
      <Page narrow>
        <p className="pb-2 text-caption">
          <Link href={addressQuestions(slug)}>All questions</Link>
        </p>
        <PageTitle
          title="Rule on a step"
          abstract="What you write holds from now on: it goes into the next version of the guideline, with this step as its worked example."
        />
        <NewQuestion slug={slug} step={showWholeStep(asked)} />
      </Page>
    </ProjectShell>
  )
}
