import type { ReactNode } from 'react'
import { Brand, brandClasses, headerClasses } from './brand'
import { joinClasses } from './join-classes'
import { Link } from './link'

export interface NavItem {
  href: string
  label: string
  /** `within`: the link leads to the current area, but not to this page. */
  current?: 'page' | 'within' | null
}

/**
 * The header of every page: brand, `location` (usually the project), navigation (on a phone it is in the project menu),
 * and actions at the right. It is sticky and has a fixed height, so that changes in it never move the page.
 */
export function AppHeader({
  location,
  nav,
  children,
  actions,
}: {
  location?: ReactNode
  nav?: readonly NavItem[]
  /** Shown after the navigation, such as a receipt. */
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className={headerClasses}>
      <Link href="/" aria-label="Stepmark" className={brandClasses}>
        <Brand />
      </Link>
      {location && (
        <span className="min-w-0 truncate px-2 text-ink-2 max-desk:px-0">{location}</span>
      )}
      {nav && <HeaderNav links={nav} />}
      {children}
      {actions && <div className="ml-auto flex items-center gap-2 max-desk:gap-3">{actions}</div>}
    </header>
  )
}

/** Links to the pages of one area, in a line below the header. Unlike the header, it scrolls with the page. */
export function AreaNav({ name, links }: { name: string; links: readonly NavItem[] }) {
  return (
    <nav
      aria-label={name}
      className="flex h-9 flex-none [scrollbar-width:none] gap-5 overflow-x-auto overflow-y-hidden border-b border-rule px-6 text-caption max-desk:hidden"
    >
      <NavLinks links={links} />
    </nav>
  )
}

function HeaderNav({ links }: { links: readonly NavItem[] }) {
  return (
    <nav
      aria-label="Project"
      // Scrolls sideways if its links don’t fit, so that the page never does.
      className="ml-2 flex min-w-0 [scrollbar-width:none] gap-4 self-stretch overflow-x-auto overflow-y-hidden max-desk:hidden"
    >
      <NavLinks links={links} />
    </nav>
  )
}

function NavLinks({ links }: { links: readonly NavItem[] }) {
  return links.map(({ href, label, current }) => (
    <Link
      key={href}
      href={href}
      aria-current={current === 'within' ? true : (current ?? undefined)}
      className={joinClasses(
        'flex items-center border-y-2 border-t-transparent no-underline hover:text-ink focus-visible:-outline-offset-2',
        current ? 'border-b-accent font-strong text-ink' : 'border-b-transparent text-ink-2',
      )}
    >
      {label}
    </Link>
  ))
}
