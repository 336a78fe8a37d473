import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { Page, PageTitle } from '@/components/ui/page'
import { RailList } from '@/components/ui/rail-list'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import type { Project } from './project'

/** The projects that somebody is in; for an instance admin, all of them. */
export function ProjectList({
  projects,
  email,
  isInstanceAdmin,
}: {
  projects: readonly Project[]
  email: string
  isInstanceAdmin: boolean
}) {
  if (projects.length === 0) return <NoProjects email={email} isInstanceAdmin={isInstanceAdmin} />
  return (
    <Page narrow>
      <PageTitle
        title="Projects"
        abstract={describeProjects(projects, isInstanceAdmin)}
        actions={
          isInstanceAdmin && (
            <>
              <ButtonLink href="/audit">Audit log</ButtonLink>
              <ButtonLink href="/projects/new" tone="primary">
                New project
              </ButtonLink>
            </>
          )
        }
      />
      <Table>
        <thead>
          <tr>
            <HeadCell>Project</HeadCell>
            <HeadCell>Your role</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              People a solution
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Row key={project.id}>
              <Cell className="py-2.5 wrap-anywhere">
                <Link
                  href={`/projects/${project.slug}`}
                  className="font-read text-excerpt font-text"
                >
                  {project.name}
                </Link>
              </Cell>
              <Cell className="text-ink-2">{project.role ?? 'none'}</Cell>
              <Cell numeric className="max-desk:hidden">
                {project.overlap}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Page>
  )
}

function describeProjects(projects: readonly Project[], isInstanceAdmin: boolean): string {
  if (!isInstanceAdmin) return `You are in ${formatNoun(projects.length, 'project')}.`
  const own = projects.filter(({ role }) => role !== null).length
  const membership = own === 0 ? 'a member of none' : `a member of ${formatCount(own)}`
  return `${formatNoun(projects.length, 'project is', 'projects are')} on this server. You are ${membership}, and may do in all of them what an admin may.`
}

function NoProjects({ email, isInstanceAdmin }: { email: string; isInstanceAdmin: boolean }) {
  return (
    <Page narrow>
      <PageTitle
        title="Projects"
        abstract={
          isInstanceAdmin
            ? 'There is no project on this server yet. Four steps to go.'
            : 'You are in no project yet. An admin has to invite you to one.'
        }
      />
      <RailList
        items={
          isInstanceAdmin
            ? [
                {
                  title: 'Make a project',
                  words: 'It has one queue and its own people. You become its admin.',
                  state: 'now',
                  act: (
                    <ButtonLink href="/projects/new" tone="primary">
                      New project
                    </ButtonLink>
                  ),
                },
                {
                  title: 'Bring solutions in',
                  words: 'From a JSONL file, on a page or from a terminal.',
                  state: 'later',
                },
                {
                  title: 'Invite people',
                  words: 'Annotators, reviewers, further admins.',
                  state: 'later',
                },
                { title: 'Label', words: 'Step by step, until the first error.', state: 'later' },
              ]
            : [
                { title: 'Account made', words: `You are signed in as ${email}.`, state: 'done' },
                {
                  title: 'Be invited to a project',
                  words: `Ask its admin for an invite to ${email}, and open its link while you are signed in.`,
                  state: 'now',
                },
                { title: 'Label', words: 'Step by step, until the first error.', state: 'later' },
              ]
        }
      />
    </Page>
  )
}
