import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { describeUndecidedAnswers } from '@/components/answers/describe-answers'
import { ProjectDashboard } from '@/components/progress/project-dashboard'
import { ProjectHome } from '@/components/progress/project-home'
import { AnnotatorSettingsSummary } from '@/components/projects/annotator-settings-summary'
import { hasActivity } from '@/components/projects/project'
import { ProjectShell } from '@/components/projects/project-shell'
import { UnsureAnswersLink } from '@/components/projects/unsure-answers-link'
import { countUndecidedAnswers } from '@/lib/answers/server/queries'
import { getQualitySettings } from '@/lib/gold/server/settings'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getDashboard } from '@/lib/progress/server/dashboard'
import { getProgress } from '@/lib/progress/server/queries'
import { getReviewCounts } from '@/lib/progress/server/review-counts'
import { listQueue } from '@/lib/queue/server/list-queue'

const queuePreviewRows = 10

export default async function ProjectPage({ params }: ProjectPageProps) {
  const { project: slug } = await params
  const [shell, progress] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getProgress, { project: slug }),
  ])
  const { project, role } = shell
  const isReviewer = role !== 'annotator'
  const isActive = hasActivity(progress)
  const hiddenReferenceShare = isReviewer
    ? (await runPageQuery(getQualitySettings, { project: slug })).hiddenReferenceShare
    : null
  const settings = { project, progress, hiddenReferenceShare }
  return (
    <ProjectShell {...shell} current="home">
      <ProjectHome
        {...settings}
        role={role}
        queue={
          isReviewer && !isActive
            ? await runPageQuery(listQueue, { project: slug, limit: queuePreviewRows })
            : null
        }
        unsureAnswers={isReviewer && defer(<UnsureAnswers slug={slug} />)}
        dashboard={isReviewer && isActive ? defer(<Dashboard {...settings} />) : null}
      />
    </ProjectShell>
  )
}

/** Streams a part of the page later, so that the rest does not wait for it. */
const defer = (part: ReactNode) => <Suspense fallback={null}>{part}</Suspense>

async function UnsureAnswers({ slug }: { slug: string }) {
  const counts = await runPageQuery(countUndecidedAnswers, { project: slug })
  const text = describeUndecidedAnswers(counts)
  return text && <UnsureAnswersLink slug={slug} text={text} />
}

async function Dashboard(settings: ComponentProps<typeof AnnotatorSettingsSummary>) {
  const { slug } = settings.project
  const [dashboard, reviewCounts] = await Promise.all([
    runPageQuery(getDashboard, { project: slug }),
    runPageQuery(getReviewCounts, { project: slug }),
  ])
  return (
    <ProjectDashboard
      slug={slug}
      dashboard={dashboard}
      reviewCounts={reviewCounts}
      remaining={settings.progress.openSlots ?? 0}
    >
      <AnnotatorSettingsSummary {...settings} />
    </ProjectDashboard>
  )
}
