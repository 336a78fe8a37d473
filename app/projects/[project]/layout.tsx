import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { runQuery } from '@/lib/http/server/page'
import { getProject } from '@/lib/projects/server/queries'

interface Props {
  params: Promise<{ project: string }>
  children: ReactNode
}

/** Tabs of two projects stand side by side: each says which one it is of. A project's home says nothing else. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project } = await params
  const { name } = await runQuery(getProject, { project })
  return { title: { template: `%s · ${name} · Stepmark`, default: name } }
}

export default function ProjectLayout({ children }: Props) {
  return children
}
