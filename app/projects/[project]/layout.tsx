import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { loadPageProject } from '@/lib/http/server/load-project'

interface Props {
  params: Promise<{ project: string }>
  children: ReactNode
}

/** The title of each tab names its project. A project's home has only that name. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project } = await params
  const { name } = await loadPageProject(project)
  return { title: { template: `%s · ${name} · Stepmark`, default: name } }
}

export default function ProjectLayout({ children }: Props) {
  return children
}
