import type { ReactNode } from 'react'
import { AccountMenu } from '@/components/shell/account-menu'
import { ProjectMenu } from '@/components/shell/project-menu'
import { AreaNav, AppHeader, type NavItem } from '@/components/ui/app-header'
import type { Person, Role } from '@/lib/auth/actor'
import type { Project } from './project'

/** The areas in the header, each with its pages. The name of an area links to its first page that the role can open. */
const areas = [
  { name: 'Home', pages: [{ page: 'home', path: '', label: 'Home' }] },
  { name: 'Label', pages: [{ page: 'label', path: '/label', label: 'Label' }] },
  { name: 'Your\u00a0work', pages: [{ page: 'mine', path: '/mine', label: 'Your\u00a0work' }] },
  { name: 'Guideline', pages: [{ page: 'guideline', path: '/guideline', label: 'Guideline' }] },
  {
    name: 'Queue',
    pages: [
      { page: 'queue', path: '/queue', label: 'Queue', minRole: 'reviewer' },
      { page: 'scorers', path: '/scorers', label: 'Scorers', minRole: 'reviewer' },
      { page: 'evaluate', path: '/evaluate', label: 'Evaluate', minRole: 'reviewer' },
    ],
  },
  {
    name: 'Review',
    pages: [
      { page: 'review', path: '/review', label: 'Review', minRole: 'reviewer' },
      { page: 'agreement', path: '/agreement', label: 'Agreement', minRole: 'reviewer' },
      { page: 'questions', path: '/questions', label: 'Questions', minRole: 'reviewer' },
      { page: 'gold', path: '/gold', label: 'Gold', minRole: 'reviewer' },
      { page: 'splits', path: '/splits', label: 'Bad splits', minRole: 'reviewer' },
    ],
  },
  {
    name: 'Data',
    pages: [
      { page: 'data', path: '/data', label: 'Data', minRole: 'admin' },
      { page: 'answers', path: '/answers', label: 'Answers', minRole: 'reviewer' },
    ],
  },
  {
    name: 'People',
    pages: [{ page: 'people', path: '/people', label: 'People', minRole: 'reviewer' }],
  },
  {
    name: 'Settings',
    pages: [
      { page: 'settings', path: '/settings', label: 'Settings', minRole: 'admin' },
      { page: 'webhooks', path: '/webhooks', label: 'Webhooks', minRole: 'admin' },
      { page: 'audit', path: '/audit', label: 'Audit', minRole: 'admin' },
    ],
  },
] as const satisfies readonly { name: string; pages: readonly AreaPage[] }[]

interface AreaPage {
  page: string
  path: string
  label: string
  /** The minimum role; all roles if missing. */
  minRole?: Role
}

export type ProjectNavigationPage = (typeof areas)[number]['pages'][number]['page']

const ranks = { annotator: 0, reviewer: 1, admin: 2 } as const satisfies Record<Role, number>

/** The pages that a paused annotator can open. */
const pagesWhilePaused: readonly string[] = ['mine', 'guideline']

/** The areas and pages that a person can open. An area with one page is named after that page. */
function listAreas(
  { role, isPaused }: { role: Role; isPaused: boolean },
  slug: string,
  current: ProjectNavigationPage,
): NavArea[] {
  return areas.flatMap(({ name, pages }) => {
    const links = (pages as readonly AreaPage[])
      .filter(({ minRole }) => ranks[role] >= ranks[minRole ?? 'annotator'])
      .filter(({ page }) => !isPaused || pagesWhilePaused.includes(page))
      .map(({ page, path, label }) => ({
        href: `/projects/${slug}${path}`,
        label,
        current: page === current ? ('page' as const) : null,
      }))
    const [firstLink] = links
    if (!firstLink) return []
    const label = links.length === 1 ? firstLink.label : name
    const isCurrent = links.some((link) => link.current)
    return [
      {
        href: firstLink.href,
        label,
        pages: links,
        current: firstLink.current ?? (isCurrent ? 'within' : null),
      },
    ]
  })
}

interface NavArea extends NavItem {
  pages: NavItem[]
}

/** The header of a project's pages: the project, the pages for the user's role, and the account. */
export function ProjectShell({
  person,
  project,
  role,
  projects,
  isPaused = false,
  current,
  meta,
  children,
}: {
  person: Person
  project: Project
  /** What the person can do in the project. */
  role: Role
  projects: readonly Project[]
  /** Whether the person is paused, so that most pages lead to Your work. */
  isPaused?: boolean
  current: ProjectNavigationPage
  /** Content at the right of the header. */
  meta?: ReactNode
  children: ReactNode
}) {
  const nav = listAreas({ role, isPaused }, project.slug, current)
  const area = nav.find(({ current: isCurrent }) => isCurrent)
  // Sends only names to the browser, not the settings of every project.
  const projectNames = projects.map(({ slug, name }) => ({ slug, name }))
  return (
    <>
      <AppHeader
        location={
          <ProjectMenu
            slug={project.slug}
            projects={projectNames}
            nav={nav.flatMap(({ pages }) => pages)}
          />
        }
        nav={nav}
        actions={
          <>
            {meta}
            <AccountMenu {...describeAccount(person)} />
          </>
        }
      />
      {area && area.pages.length > 1 && <AreaNav name={area.label} links={area.pages} />}
      {children}
    </>
  )
}

/** The header of pages outside of a project. */
export function InstanceShell({ person, children }: { person: Person; children: ReactNode }) {
  return (
    <>
      <AppHeader actions={<AccountMenu {...describeAccount(person)} />} />
      {children}
    </>
  )
}

/** The fields of a person that the account menu needs. */
const describeAccount = ({ userId, name, email, isInstanceAdmin }: Person) => ({
  userId,
  name,
  email,
  isInstanceAdmin,
})
