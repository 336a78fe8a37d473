import type { ReactNode } from 'react'
import { readRole, type Project, type Role } from '@/components/projects/project'
import { RunningHead } from '@/components/ui/running-head'
import type { Person } from '@/lib/auth/actor'
import { AccountMenu } from './account-menu'
import { ProjectMenu } from './project-menu'

export type ProjectPage =
  | 'home'
  | 'label'
  | 'mine'
  | 'guideline'
  | 'queue'
  | 'evaluate'
  | 'review'
  | 'questions'
  | 'agreement'
  | 'splits'
  | 'answers'
  | 'scorers'
  | 'data'
  | 'people'
  | 'settings'
  | 'audit'

const pages = [
  { page: 'home', label: 'Home', path: '', roles: ['annotator', 'reviewer', 'admin'] },
  { page: 'label', label: 'Label', path: '/label', roles: ['annotator', 'reviewer', 'admin'] },
  {
    page: 'mine',
    label: 'Your\u00a0work',
    path: '/mine',
    roles: ['annotator', 'reviewer', 'admin'],
  },
  {
    page: 'guideline',
    label: 'Guideline',
    path: '/guideline',
    roles: ['annotator', 'reviewer', 'admin'],
  },
  { page: 'queue', label: 'Queue', path: '/queue', roles: ['reviewer', 'admin'] },
  { page: 'scorers', label: 'Scorers', path: '/scorers', roles: ['reviewer', 'admin'] },
  { page: 'evaluate', label: 'Evaluate', path: '/evaluate', roles: ['reviewer', 'admin'] },
  { page: 'review', label: 'Review', path: '/review', roles: ['reviewer', 'admin'] },
  { page: 'agreement', label: 'Agreement', path: '/agreement', roles: ['reviewer', 'admin'] },
  { page: 'questions', label: 'Questions', path: '/questions', roles: ['reviewer', 'admin'] },
  { page: 'splits', label: 'Splits', path: '/splits', roles: ['reviewer', 'admin'] },
  { page: 'answers', label: 'Answers', path: '/answers', roles: ['reviewer', 'admin'] },
  { page: 'data', label: 'Data', path: '/data', roles: ['admin'] },
  { page: 'people', label: 'People', path: '/people', roles: ['reviewer', 'admin'] },
  { page: 'settings', label: 'Settings', path: '/settings', roles: ['admin'] },
  { page: 'audit', label: 'Audit', path: '/audit', roles: ['admin'] },
] as const satisfies readonly {
  page: ProjectPage
  label: string
  path: string
  roles: readonly Role[]
}[]

/** The running head of a project's pages: the project, the pages that one's role opens, and the account. */
export function ProjectShell({
  person,
  project,
  projects,
  current,
  meta,
  children,
}: {
  person: Person
  project: Project
  projects: readonly Project[]
  current: ProjectPage
  /** What this page says at the right of the head. */
  meta?: ReactNode
  children: ReactNode
}) {
  const role = readRole(person, project)
  const nav = pages
    .filter(({ roles }) => (roles as readonly Role[]).includes(role))
    .map(({ page, label, path }) => ({
      href: `/projects/${project.slug}${path}`,
      label,
      current: page === current,
    }))
  // Only names go to the browser, not the settings of every project.
  const names = projects.map(({ slug, name }) => ({ slug, name }))
  return (
    <>
      <RunningHead
        place={<ProjectMenu slug={project.slug} projects={names} nav={nav} />}
        nav={nav}
        right={
          <>
            {meta}
            <AccountMenu {...describeAccount(person)} />
          </>
        }
      />
      {children}
    </>
  )
}

/** The running head of the pages outside a project. */
export function InstanceShell({ person, children }: { person: Person; children: ReactNode }) {
  return (
    <>
      <RunningHead right={<AccountMenu {...describeAccount(person)} />} />
      {children}
    </>
  )
}

/** Of a person, what the menu shows. */
const describeAccount = ({ name, email, isInstanceAdmin }: Person) => ({
  name,
  email,
  isInstanceAdmin,
})
