import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { loadProject } from '@/lib/http/server/load-project'

interface Props {
  params: Promise<{ project: string }>
  children: ReactNode
}

/** Tabs of two projects stand side by side: each says which one it is of. A project's home says nothing else. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project } = await params
  const { name } = await loadProject(project)
  return { title: { template: `%s · ${name} · Stepmark`, default: name } }
}

export default function ProjectLayout({ children }: Props) {
  return children
}
