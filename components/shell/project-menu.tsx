'use client'

import type { NavItem } from '@/components/ui/app-header'
import { Icon } from '@/components/ui/icon'
import { Menu, MenuLink, MenuSeparator } from '@/components/ui/menu'

/** The current project and links to the others. On a phone it also contains the project's pages. */
export function ProjectMenu({
  slug,
  projects,
  nav,
}: {
  slug: string
  projects: readonly { slug: string; name: string }[]
  nav: readonly NavItem[]
}) {
  const name = projects.find((project) => project.slug === slug)?.name ?? slug
  return (
    <Menu
      trigger={
        <>
          <span className="truncate">{name}</span>
          <Icon name="chevron" className="size-4" />
        </>
      }
      triggerClassName="-mx-2 flex h-7 max-w-60 min-w-0 items-center max-desk:mx-0 max-desk:h-9 max-desk:max-w-[min(15rem,60vw)] gap-1 rounded-control px-2 text-ink-2 hover:bg-wash focus-visible:-outline-offset-2 data-popup-open:bg-wash"
    >
      {nav.map(({ href, label, current }) => (
        <MenuLink key={href} href={href} current={current === 'page'} isPhoneOnly>
          {label}
        </MenuLink>
      ))}
      <MenuSeparator isPhoneOnly />
      {projects.map((project) => (
        <MenuLink
          key={project.slug}
          href={`/projects/${project.slug}`}
          current={project.slug === slug}
        >
          <span className="truncate">{project.name}</span>
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink href="/">All projects</MenuLink>
    </Menu>
  )
}
