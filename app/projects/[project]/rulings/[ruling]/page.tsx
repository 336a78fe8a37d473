import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RulingView } from '@/components/rulings/ruling-view'
import { ProjectShell } from '@/components/shell/project-shell'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'
import { getRuling } from '@/lib/review/server/rulings-queries'

export const metadata: Metadata = { title: 'Ruling' }

export default async function RulingPage({
  params,
}: {
  params: Promise<{ project: string; ruling: string }>
}) {
  const { actor } = await loadPage()
  const { project: slug, ruling: number } = await params
  if (!/^[1-9]\d{0,8}$/.test(number)) notFound()
  const [project, { projects }, ruling] = await Promise.all([
    loadProject(slug),
    runQuery(listProjects, {}),
    runQuery(getRuling, { project: slug, ruling: Number(number) }),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="questions">
      <RulingView slug={slug} ruling={ruling} errorTags={project.errorTags} />
    </ProjectShell>
  )
}
