import type { Metadata } from 'next'
import { Suspense } from 'react'
import { describeWaiting } from '@/components/answers/describe-answers'
import { ProjectHome } from '@/components/projects/project-home'
import { readRole } from '@/components/projects/project'
import { UnsureLine } from '@/components/projects/unsure-line'
import { ProjectShell } from '@/components/shell/project-shell'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getProgress } from '@/lib/labelling/server/queries'
import { getProject, listProjects } from '@/lib/projects/server/queries'
import { listQueueHead } from '@/lib/queue/server/queries'
import { listAnswerPairs } from '@/lib/review/server/answers-queries'

interface Props {
  params: Promise<{ project: string }>
}

const queueRows = 10

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await runQuery(getProject, await params)
  return { title: name }
}

export default async function ProjectPage({ params }: Props) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const [project, { projects }, progress] = await Promise.all([
    runQuery(getProject, { project: slug }),
    runQuery(listProjects, {}),
    runQuery(getProgress, { project: slug }),
  ])
  const role = readRole(actor, project)
  const queue =
    role === 'annotator' ? null : await runQuery(listQueueHead, { project: slug, limit: queueRows })
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="home">
      <ProjectHome
        role={role}
        project={project}
        progress={progress}
        queue={queue}
        unsure={
          role !== 'annotator' && (
            <Suspense fallback={null}>
              <Unsure slug={slug} />
            </Suspense>
          )
        }
      />
    </ProjectShell>
  )
}

/** Comes when it comes: pairs are grouped anew for it, and nothing else waits. */
async function Unsure({ slug }: { slug: string }) {
  const list = await runQuery(listAnswerPairs, { project: slug, show: 'unsure' })
  const waiting = describeWaiting(list)
  return waiting && <UnsureLine slug={slug} waiting={waiting} />
}
