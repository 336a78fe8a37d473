'use client'

import { Icon } from '@/components/ui/icon'
import { Menu, MenuLink, MenuRule } from '@/components/ui/menu'

/** Which project this is, and the way to another. */
export function ProjectMenu({
  slug,
  projects,
}: {
  slug: string
  projects: readonly { slug: string; name: string }[]
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
      triggerClassName="-mx-2 flex h-7 max-w-60 items-center gap-1 rounded-control px-2 text-ink-2 hover:bg-wash focus-visible:-outline-offset-2 data-popup-open:bg-wash max-desk:hidden"
    >
      {projects.map((project) => (
        <MenuLink
          key={project.slug}
          href={`/projects/${project.slug}`}
          current={project.slug === slug}
        >
          <span className="truncate">{project.name}</span>
        </MenuLink>
      ))}
      <MenuRule />
      <MenuLink href="/">All projects</MenuLink>
    </Menu>
  )
}
