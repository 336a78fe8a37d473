import type { Metadata } from 'next'
import { readStepIndex } from '@/components/annotations/step-page'
import { getAnnotationOutcomeName } from '@/components/own-work/describe-own-work'
import { OwnAnnotationView } from '@/components/own-work/own-annotation-view'
import { ReopenButton } from '@/components/own-work/reopen-button'
import { ProjectShell } from '@/components/projects/project-shell'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { getOwnAnnotation } from '@/lib/annotations/server/own-work'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getOwnPerformance } from '@/lib/people/server/own-performance'
import { formatInstant, formatShortDuration } from '@/lib/platform/format'

export const metadata: Metadata = { title: 'Your annotation' }

export default async function OwnAnnotationPage({
  params,
  searchParams,
}: ProjectPageProps<'annotation'>) {
  const { project: slug, annotation: id } = await params
  const around = readStepIndex((await searchParams).step)
  const [shell, annotation, { pause }] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getOwnAnnotation, { project: slug, annotation: id, around }),
    runPageQuery(getOwnPerformance, { project: slug }),
  ])
  const { finishReason, rated, stepCount } = annotation
  return (
    <ProjectShell {...shell} isPaused={pause !== null} current="mine">
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
