import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { findPageProject } from '@/lib/http/server/load-project'

interface Props {
  params: Promise<{ project: string }>
  children: ReactNode
}

/** The title of each tab names its project. A project's home has only that name. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project: slug } = await params
  const project = await findPageProject(slug)
  // This template also replaces the titles of the pages below. If this function threw, "not found" would have no title.
  if (project === null) return { title: { template: 'Not found · Stepmark', default: 'Not found' } }
  return { title: { template: `%s · ${project.name} · Stepmark`, default: project.name } }
}

export default function ProjectLayout({ children }: Props) {
  return children
}
