import type { Metadata } from 'next'
import { ProjectShell } from '@/components/projects/project-shell'
import type { ScorersPageParams } from '@/components/scoring/scorer'
import { ScorersPage } from '@/components/scoring/scorers-page'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listRounds } from '@/lib/rounds/server/queries'
import { getScoreRun, listScoreRuns, listScorers } from '@/lib/scoring/server/queries'

export const metadata: Metadata = { title: 'Scorers' }

type Search = Partial<Record<keyof ScorersPageParams, string | string[]>>

export default async function ScorersRoute({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const request = readSearch(await searchParams)
  const [shell, list, { runs }, { rounds }] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listScorers, { project: slug }),
    runPageQuery(listScoreRuns, { project: slug }),
    runPageQuery(listRounds, { project: slug }),
  ])
  const selectedRun = runs.find(({ run }) => run === request.run) ?? runs[0]
  const details = selectedRun
    ? await runPageQuery(getScoreRun, { project: slug, run: selectedRun.run })
    : null
  return (
    <ProjectShell {...shell} current="scorers">
      <ScorersPage
        slug={slug}
        isAdmin={shell.role === 'admin'}
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
