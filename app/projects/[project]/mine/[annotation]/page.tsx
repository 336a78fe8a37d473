import type { Metadata } from 'next'
import { readStepNumber } from '@/components/annotations/step-page'
import { getAnnotationOutcomeName } from '@/components/own-work/describe-own-work'
import { OwnAnnotationView } from '@/components/own-work/own-annotation-view'
import { ReopenButton } from '@/components/own-work/reopen-button'
import { ProjectShell } from '@/components/projects/project-shell'
import { Link } from '@/components/ui/link'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'
import { getOwnAnnotation } from '@/lib/annotations/server/own-work'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { formatInstant, formatShortDuration } from '@/lib/platform/format'
import { listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Your annotation' }

interface Props {
  params: Promise<{ project: string; annotation: string }>
  searchParams: Promise<{ step?: string }>
}

export default async function OwnAnnotationPage({ params, searchParams }: Props) {
  const { actor } = await requireSignedInPerson()
  const { project: slug, annotation: id } = await params
  const around = readStepNumber((await searchParams).step)
  const [project, { projects }, annotation] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(getOwnAnnotation, { project: slug, annotation: id, around }),
  ])
  const { finishReason, rated, stepCount } = annotation
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="mine">
      <PageLayout>
        <p className="pb-2">
          <Link href={`/projects/${slug}/mine`}>Your work</Link>
        </p>
        <PageTitle
          title={getAnnotationOutcomeName(finishReason, rated)}
          abstract={`${rated} of ${stepCount} steps rated · ${formatShortDuration(annotation.activeMs)} · submitted ${formatInstant(annotation.submittedAt)} UTC`}
          actions={annotation.canReopen && <ReopenButton slug={slug} annotation={id} />}
        />
        <OwnAnnotationView annotation={annotation} path={`/projects/${slug}/mine/${id}`} />
      </PageLayout>
    </ProjectShell>
  )
}
