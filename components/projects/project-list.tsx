import { ButtonLink } from '@/components/ui/button'
import { Checklist } from '@/components/ui/checklist'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { formatQuantity } from '@/lib/platform/format'
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
      <DataTable
        aria-label="Projects"
        rows={projects}
        rowKey={({ id }) => id}
        hasLinks
        columns={[
          {
            header: 'Project',
            cellClassName: 'py-2.5 wrap-anywhere',
            sortValue: ({ name }) => name,
            render: ({ slug, name }) => (
              <Link href={`/projects/${slug}`} className="font-read text-excerpt font-text">
                {name}
              </Link>
            ),
          },
          {
            header: 'Your role',
            cellClassName: 'text-ink-2',
            sortValue: ({ role }) => role,
            render: ({ role }) => role ?? 'none',
          },
          {
            header: 'Annotators per solution',
            numeric: true,
            minScreen: 'desk',
            sortValue: ({ overlap }) => overlap,
            render: ({ overlap }) => overlap,
          },
        ]}
      />
    </PageLayout>
  )
}

function describeProjects(projects: readonly Project[], isInstanceAdmin: boolean): string {
  const count = `${formatQuantity(projects.length, 'project')}.`
  return isInstanceAdmin ? `${count} As an instance admin you can manage all of them.` : count
}

const labelItem = {
  title: 'Label',
  description: 'Step by step, until the first error.',
  state: 'later',
} as const

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
                labelItem,
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
                labelItem,
              ]
        }
      />
    </PageLayout>
  )
}
