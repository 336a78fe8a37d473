import type { Metadata } from 'next'
import { MembersBoard } from '@/components/people/members-board'
import { PeopleTable } from '@/components/people/people-table'
import { readRole } from '@/components/projects/project'
import { ScreeningsPart } from '@/components/screening/screenings-part'
import { ProjectShell } from '@/components/shell/project-shell'
import { formatNoun } from '@/lib/platform/format'
import { ButtonLink } from '@/components/ui/button'
import { Page, PageTitle } from '@/components/ui/page'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { listInvites } from '@/lib/projects/server/invite-commands'
import { listMembers, listProjects } from '@/lib/projects/server/queries'
import { listScreenings } from '@/lib/quality/server/screening'
import { listPeople } from '@/lib/review/server/people-queries'

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage({ params }: { params: Promise<{ project: string }> }) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const [project, { projects }, { members }, list, screenings] = await Promise.all([
    loadProject(slug),
    runQuery(listProjects, {}),
    runQuery(listMembers, { project: slug }),
    runQuery(listPeople, { project: slug }),
    runQuery(listScreenings, { project: slug }),
  ])
  const canInvite = readRole(actor, project) === 'admin'
  const invites = canInvite ? await runQuery(listInvites, { project: slug }) : null
  const people = formatNoun(members.length, 'person is', 'people are')
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="people">
      <Page>
        <PageTitle
          title="People"
          abstract={`${people} in this project. ${canInvite ? 'Others join by an invite from you, and by nothing else.' : 'Its admins invite people and change roles.'}`}
          actions={
            canInvite && (
              <ButtonLink href={`/api/v1/projects/${slug}/time`} download>
                Time as CSV
              </ButtonLink>
            )
          }
        />
        <PeopleTable slug={slug} list={list} />
        <MembersBoard slug={slug} members={members} ownId={actor.userId} invites={invites} />
        <ScreeningsPart slug={slug} screenings={screenings} canRule={canInvite} />
      </Page>
    </ProjectShell>
  )
}
