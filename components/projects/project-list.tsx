import { ButtonLink } from '@/components/ui/button'
import { Checklist } from '@/components/ui/checklist'
import { Link } from '@/components/ui/link'
import { PageLayout, PageTitle } from '@/components/ui/page-layout'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { formatCount, formatQuantity } from '@/lib/platform/format'
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
    <PageLayout narrow>
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
            <TableHeaderCell>Project</TableHeaderCell>
            <TableHeaderCell>Your role</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Annotators per solution
            </TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <TableRow key={project.id}>
              <TableCell className="py-2.5 wrap-anywhere">
                <Link
                  href={`/projects/${project.slug}`}
                  className="font-read text-excerpt font-text"
                >
                  {project.name}
                </Link>
              </TableCell>
              <TableCell className="text-ink-2">{project.role ?? 'none'}</TableCell>
              <TableCell numeric className="max-desk:hidden">
                {project.overlap}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </PageLayout>
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
    <PageLayout narrow>
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
    </PageLayout>
  )
}
