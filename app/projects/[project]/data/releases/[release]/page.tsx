import type { Metadata } from 'next'
import { ReleaseDifference } from '@/components/exports/release-difference'
import { ReleaseOptionsTable } from '@/components/exports/release-options-table'
import { ReleaseScreen } from '@/components/exports/release-screen'
import { ProjectShell } from '@/components/projects/project-shell'
import { PageLayout } from '@/components/ui/page-layout'
import {
  diffReleases,
  getRelease,
  listHeldOutLists,
  listReleases,
} from '@/lib/exports/server/release-queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listMembers } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Release' }

export default async function ReleasePage({ params, searchParams }: ProjectPageProps<'release'>) {
  const { project: slug, release: number } = await params
  const { from } = await searchParams
  const [shell, release, { releases }, { lists }, { members }] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getRelease, { project: slug, release: number }),
    runPageQuery(listReleases, { project: slug }),
    runPageQuery(listHeldOutLists, { project: slug }),
    runPageQuery(listMembers, { project: slug }),
  ])
  const earlierReleases = releases.filter(
    (candidate) => candidate.number < release.number && candidate.state === 'done',
  )
  const comparedRelease = earlierReleases.find((candidate) => String(candidate.number) === from)
  const difference =
    comparedRelease && release.state === 'done'
      ? await runPageQuery(diffReleases, {
          project: slug,
          release: number,
          from: comparedRelease.number,
        })
      : null
  const people = new Map(members.map(({ user, name }) => [user, name]))
  return (
    <ProjectShell {...shell} current="data">
      <PageLayout>
        <ReleaseScreen key={release.release} slug={slug} initial={release}>
          <ReleaseOptionsTable slug={slug} release={release} lists={lists} people={people} />
          <ReleaseDifference
            slug={slug}
            release={release}
            earlierReleases={earlierReleases}
            difference={difference}
            lists={lists}
            people={people}
          />
        </ReleaseScreen>
      </PageLayout>
    </ProjectShell>
  )
}
