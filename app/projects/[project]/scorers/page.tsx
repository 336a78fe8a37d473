import type { Metadata } from 'next'
import { getProjectRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/projects/project-shell'
import type { ScorersPageParams } from '@/components/scoring/scorer'
import { ScorersPage } from '@/components/scoring/scorers-page'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listProjects } from '@/lib/projects/server/queries'
import { listRounds } from '@/lib/rounds/server/queries'
import { getScoreRun, listScoreRuns, listScorers } from '@/lib/scoring/server/queries'

export const metadata: Metadata = { title: 'Scorers' }

type Search = Partial<Record<keyof ScorersPageParams, string | string[]>>

export default async function ScorersRoute({
  params,
  searchParams,
}: {
  params: Promise<{ project: string }>
  searchParams: Promise<Search>
}) {
  const { actor } = await requireSignedInPerson()
  const { project: slug } = await params
  const request = readSearch(await searchParams)
  const [project, { projects }, list, { runs }, { rounds }] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(listScorers, { project: slug }),
    runPageQuery(listScoreRuns, { project: slug }),
    runPageQuery(listRounds, { project: slug }),
  ])
  const selectedRun = runs.find(({ run }) => run === request.run) ?? runs[0]
  const details = selectedRun
    ? await runPageQuery(getScoreRun, { project: slug, run: selectedRun.run })
    : null
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="scorers">
      <ScorersPage
        slug={slug}
        isAdmin={getProjectRole(actor, project) === 'admin'}
        list={list}
        runs={runs}
        details={details}
        rounds={rounds}
        params={request}
      />
    </ProjectShell>
  )
}

function readSearch({ version, run }: Search): ScorersPageParams {
  const number = Number(version)
  return {
    ...(Number.isInteger(number) && number > 0 ? { version: number } : {}),
    ...(typeof run === 'string' ? { run } : {}),
  }
}
