import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AnnotationScreen } from '@/components/annotations/annotation-screen'
import { pickAnnotationSettings } from '@/lib/annotations/annotation-settings'
import { getGuidelineState } from '@/lib/annotations/server/guideline-queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadPageProject } from '@/lib/http/server/load-project'
import { requireSignedInPerson, runPageQuery } from '@/lib/http/server/page'
import { getOwnProgress } from '@/lib/progress/server/queries'

export const metadata: Metadata = { title: 'Label' }

export default async function LabelPage({ params }: ProjectPageProps) {
  const { actor } = await requireSignedInPerson()
  const { project } = await params
  const [pageProject, { doneToday }, keymap, guideline] = await Promise.all([
    loadPageProject(project),
    runPageQuery(getOwnProgress, { project }),
    loadKeymap(),
    runPageQuery(getGuidelineState, { project }),
  ])
  const { slug, name, flow, explainsGold } = pageProject
  if (guideline.needsGuideline) redirect(`/projects/${slug}/guideline`)
  return (
    <AnnotationScreen
      project={{
        slug,
        name,
        flow,
        guidelineVersion: guideline.guidelineVersion,
        explainsGold,
        ...pickAnnotationSettings(pageProject),
      }}
      person={{ userId: actor.userId, name: actor.name, email: actor.email }}
      keymap={keymap}
      doneToday={doneToday}
    />
  )
}
