import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { PracticeScreen } from '@/components/practice/practice-screen'
import { listPracticeSolutions } from '@/lib/annotations/server/practice'
import { makeKeymap } from '@/lib/auth/keymap'
import { getPreferences } from '@/lib/auth/server/preferences'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'

export const metadata: Metadata = { title: 'Practice' }

export default async function PracticePage({ params }: { params: Promise<{ project: string }> }) {
  const { actor } = await requireSignedInPerson()
  const { project } = await params
  const [{ slug, name, flow, guidelineVersion }, { keys }, { solutions }] = await Promise.all([
    loadPageProject(project),
    runPageQuery(getPreferences, {}),
    runPageQuery(listPracticeSolutions, { project }),
  ])
  // Practice solutions are complete, so they don't suit the flow `step_choice`.
  if (flow === 'step_choice') redirect(`/projects/${slug}/label`)
  return (
    <PracticeScreen
      project={{ slug, name, guidelineVersion }}
      person={{ name: actor.name, email: actor.email }}
      keymap={makeKeymap(keys)}
      solutions={solutions}
    />
  )
}
