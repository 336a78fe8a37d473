import type { Metadata } from 'next'
import { LabellingScreen } from '@/components/labelling/labelling-screen'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getProgress } from '@/lib/labelling/server/queries'
import { getProject } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Label' }

export default async function LabelPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor } = await loadPage()
  const { project } = await params
  const [{ slug, name }, { doneToday }] = await Promise.all([
    runQuery(getProject, { project }),
    runQuery(getProgress, { project }),
  ])
  return (
    <LabellingScreen
      project={{ slug, name }}
      person={{ userId: actor.userId, name: actor.name, email: actor.email }}
      doneToday={doneToday}
    />
  )
}
