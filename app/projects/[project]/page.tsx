import { type ReactNode, Suspense } from 'react'
import { describeWaiting } from '@/components/answers/describe-answers'
import { DashboardBoard } from '@/components/dashboard/dashboard-board'
import { ProjectHome } from '@/components/projects/project-home'
import { isBegun, type Progress, type Project, readRole } from '@/components/projects/project'
import { ProjectRules } from '@/components/projects/project-rules'
import { UnsureLine } from '@/components/projects/unsure-line'
import { ProjectShell } from '@/components/shell/project-shell'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getDashboard } from '@/lib/insights/server/dashboard'
import { getProgress } from '@/lib/annotations/server/queries'
import { listProjects } from '@/lib/projects/server/queries'
import { listQueueHead } from '@/lib/queue/server/queries'
import { getReviewWork } from '@/lib/review/server/adjudication-queries'
import { listAnswerPairs } from '@/lib/review/server/answers-queries'

interface Props {
  params: Promise<{ project: string }>
}

const queueRows = 10

export default async function ProjectPage({ params }: Props) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const [project, { projects }, progress] = await Promise.all([
    loadProject(slug),
    runQuery(listProjects, {}),
    runQuery(getProgress, { project: slug }),
  ])
  const role = readRole(actor, project)
  const runs = role !== 'annotator'
  const begun = isBegun(progress)
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="home">
      <ProjectHome
        {...{ role, project, progress }}
        queue={
          runs && !begun ? await runQuery(listQueueHead, { project: slug, limit: queueRows }) : null
        }
        unsure={runs && later(<Unsure slug={slug} />)}
        board={runs && begun ? later(<Board project={project} progress={progress} />) : null}
      />
    </ProjectShell>
  )
}

/** Comes when it comes, and nothing else waits. */
const later = (part: ReactNode) => <Suspense fallback={null}>{part}</Suspense>

async function Unsure({ slug }: { slug: string }) {
  const list = await runQuery(listAnswerPairs, { project: slug, show: 'unsure' })
  const waiting = describeWaiting(list)
  return waiting && <UnsureLine slug={slug} waiting={waiting} />
}

async function Board({ project, progress }: { project: Project; progress: Progress }) {
  const { slug } = project
  const [dashboard, work] = await Promise.all([
    runQuery(getDashboard, { project: slug }),
    runQuery(getReviewWork, { project: slug }),
  ])
  return (
    <DashboardBoard {...{ slug, dashboard, work }} left={progress.openPlaces ?? 0}>
      <ProjectRules project={project} progress={progress} />
    </DashboardBoard>
  )
}
