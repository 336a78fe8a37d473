import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PracticeScreen } from '@/components/practice/practice-screen'
import { listPracticeSolutions } from '@/lib/annotations/server/practice'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Practice' }

export default async function PracticePage({ params }: ProjectPageProps) {
  const { actor } = await requireSignedInPerson()
  const { project } = await params
  const [{ slug, name, flow, guidelineVersion }, keymap, { solutions }] = await Promise.all([
    loadPageProject(project),
    loadKeymap(),
    runPageQuery(listPracticeSolutions, { project }),
  ])
  // Practice solutions are complete, so they don't suit the flow `step_choice`.
  if (flow === 'step_choice') redirect(`/projects/${slug}/label`)
  return (
    <PracticeScreen
      project={{ slug, name, guidelineVersion }}
      person={{ userId: actor.userId, name: actor.name, email: actor.email }}
      keymap={keymap}
      solutions={solutions}
    />
  )
}
