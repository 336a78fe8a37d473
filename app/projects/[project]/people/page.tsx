import type { Metadata } from 'next'
import { ScreeningSection } from '@/components/gold/screening-section'
import { PerformanceTable } from '@/components/people/performance-table'
import { MembersView } from '@/components/projects/members-view'
import { ProjectShell } from '@/components/projects/project-shell'
import { ButtonLink } from '@/components/ui/button'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { listScreenings } from '@/lib/gold/server/screening'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listPeople } from '@/lib/people/server/queries'
import { formatQuantity } from '@/lib/platform/format'
import { listInvites } from '@/lib/projects/server/invite-commands'
import { listMembers } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage({ params }: ProjectPageProps) {
  const { project: slug } = await params
  const [shell, { members }, list, screenings] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listMembers, { project: slug }),
    runPageQuery(listPeople, { project: slug }),
    runPageQuery(listScreenings, { project: slug }),
  ])
  const canInvite = shell.role === 'admin'
  const invites = canInvite ? await runPageQuery(listInvites, { project: slug }) : null
  const memberCount = formatQuantity(members.length, 'member')
  return (
    <ProjectShell {...shell} current="people">
      <PageLayout>
        <PageTitle
          title="People"
          abstract={`${memberCount}.`}
          learnMore={{ doc: 'people', topic: 'people' }}
          actions={
            canInvite && (
              <ButtonLink href={`/api/v1/projects/${slug}/time`} download>
                Export active time (CSV)
              </ButtonLink>
            )
          }
        />
        <PerformanceTable slug={slug} list={list} />
        <MembersView slug={slug} members={members} ownId={shell.person.userId} invites={invites} />
        <ScreeningSection slug={slug} screenings={screenings} canDecide={canInvite} />
      </PageLayout>
    </ProjectShell>
  )
}
