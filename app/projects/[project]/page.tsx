import type { Metadata } from 'next'
import { ProjectHome } from '@/components/projects/project-home'
import { readRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/shell/project-shell'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getProgress } from '@/lib/labelling/server/queries'
import { getProject, listProjects } from '@/lib/projects/server/queries'
import { listQueueHead } from '@/lib/queue/server/queries'

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
      <ProjectHome role={role} project={project} progress={progress} queue={queue} />
    </ProjectShell>
  )
}
