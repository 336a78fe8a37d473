import type { Metadata } from 'next'
import { countOwnAnnotations, describeOwnWork } from '@/components/own-work/describe-own-work'
import { OwnAnnotations } from '@/components/own-work/own-annotations'
import { OwnGoldResults, PauseNotice } from '@/components/own-work/own-gold-results'
import { OwnPaceSection } from '@/components/own-work/own-pace-section'
import { ReworkList } from '@/components/own-work/rework-list'
import { UnsentSolutionsNotice } from '@/components/own-work/unsent-solutions-notice'
import { ProjectShell } from '@/components/projects/project-shell'
import { ShortcutLink } from '@/components/shell/shortcut-link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { listOwnAnnotationsContract } from '@/lib/annotations/own-contract'
import { getOwnWork, listOwnAnnotations } from '@/lib/annotations/server/own-work'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { getOwnPerformance } from '@/lib/people/server/own-performance'

export const metadata: Metadata = { title: 'Your work' }

/** Query parameters that select what to show. */
const queryFields = listOwnAnnotationsContract.input.pick({
  finish: true,
  flagged: true,
  after: true,
})

export default async function OwnWorkPage({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const { finish, flagged, after } = await searchParams
  // An invalid query shows the whole list.
  const filter = queryFields.safeParse({ finish, flagged, after }).data ?? {}
  const [shell, ownWork, list, performance] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getOwnWork, { project: slug }),
    runPageQuery(listOwnAnnotations, { project: slug, ...filter }),
    runPageQuery(getOwnPerformance, { project: slug }),
  ])
  return (
    <ProjectShell {...shell} isPaused={performance.pause !== null} current="mine">
      <PageLayout>
        <PageTitle
          title="Your work"
          abstract={describeOwnWork(ownWork)}
          actions={
            performance.pause === null && (
              <ShortcutLink href={`/projects/${slug}/label`} keyName="l" tone="primary">
                Label
              </ShortcutLink>
            )
          }
        />
        <PauseNotice pause={performance.pause} />
        <UnsentSolutionsNotice slug={slug} userId={shell.person.userId} />
        <ReworkList slug={slug} rework={ownWork.rework} isPaused={performance.pause !== null} />
        <OwnPaceSection own={ownWork} />
        <OwnGoldResults slug={slug} gold={performance.gold} />
        {countOwnAnnotations(ownWork) > 0 && (
          <OwnAnnotations
            slug={slug}
            list={list}
            filter={filter}
            isLaterPage={filter.after !== undefined}
          />
        )}
      </PageLayout>
    </ProjectShell>
  )
}
