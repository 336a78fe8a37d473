import type { Metadata } from 'next'
import { ScreeningSection } from '@/components/gold/screening-section'
import { PerformanceTable } from '@/components/people/performance-table'
import { MembersView } from '@/components/projects/members-view'
import { getProjectRole } from '@/components/projects/project'
import { ProjectShell } from '@/components/projects/project-shell'
import { ButtonLink } from '@/components/ui/button'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'
import { listScreenings } from '@/lib/gold/server/screening'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { listPeople } from '@/lib/people/server/queries'
import { formatQuantity } from '@/lib/platform/format'
import { listInvites } from '@/lib/projects/server/invite-commands'
import { listMembers, listProjects } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage({ params }: { params: Promise<{ project: string }> }) {
  const { actor } = await requireSignedInPerson()
  const { project: slug } = await params
  const [project, { projects }, { members }, list, screenings] = await Promise.all([
    loadPageProject(slug),
    runPageQuery(listProjects, {}),
    runPageQuery(listMembers, { project: slug }),
    runPageQuery(listPeople, { project: slug }),
    runPageQuery(listScreenings, { project: slug }),
  ])
  const canInvite = getProjectRole(actor, project) === 'admin'
  const invites = canInvite ? await runPageQuery(listInvites, { project: slug }) : null
  const memberCount = formatQuantity(members.length, 'member')
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="people">
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
        <MembersView slug={slug} members={members} ownId={actor.userId} invites={invites} />
        <ScreeningSection slug={slug} screenings={screenings} canDecide={canInvite} />
      </PageLayout>
    </ProjectShell>
  )
}
