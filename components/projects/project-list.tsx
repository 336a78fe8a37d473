import { ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { Page, PageTitle } from '@/components/ui/page'
import { Checklist } from '@/components/ui/checklist'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table'
import type { Project } from './project'

/** The user's projects; for an instance admin, all of them. */
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
            <HeaderCell>Project</HeaderCell>
            <HeaderCell>Your role</HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Annotators per solution
            </HeaderCell>
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
  if (!isInstanceAdmin) return `${formatQuantity(projects.length, 'project')}.`
  const own = projects.filter(({ role }) => role !== null).length
  const membership = own === 0 ? 'a member of none' : `a member of ${formatCount(own)}`
  return `${formatQuantity(projects.length, 'project')} on this server. You are ${membership} and can administer all of them.`
}

function NoProjects({ email, isInstanceAdmin }: { email: string; isInstanceAdmin: boolean }) {
  return (
    <Page narrow>
      <PageTitle
        title="Projects"
        abstract={
          isInstanceAdmin
            ? 'Create your first project.'
            : 'Projects appear here once an admin invites you.'
        }
      />
      <Checklist
        items={
          isInstanceAdmin
            ? [
                {
                  title: 'Create project',
                  description: 'You become its admin.',
                  state: 'now',
                  action: (
                    <ButtonLink href="/projects/new" tone="primary">
                      New project
                    </ButtonLink>
                  ),
                },
                {
                  title: 'Import solutions',
                  description: 'Upload a JSONL file, or use the CLI.',
                  state: 'later',
                },
                {
                  title: 'Invite people',
                  description: 'Annotators, reviewers and admins.',
                  state: 'later',
                },
                {
                  title: 'Label',
                  description: 'Step by step, until the first error.',
                  state: 'later',
                },
              ]
            : [
                {
                  title: 'Create account',
                  description: `You are signed in as ${email}.`,
                  state: 'done',
                },
                {
                  title: 'Join a project',
                  description: `Ask a project admin to invite ${email}, then open the link.`,
                  state: 'now',
                },
                {
                  title: 'Label',
                  description: 'Step by step, until the first error.',
                  state: 'later',
                },
              ]
        }
      />
    </Page>
  )
}
