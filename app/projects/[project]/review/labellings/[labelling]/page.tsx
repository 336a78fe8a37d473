import type { Metadata } from 'next'
import { ReviewSheet } from '@/components/review/review-sheet'
import { ProjectShell } from '@/components/shell/project-shell'
import { makeKeymap } from '@/lib/auth/keys'
import { getPreferences } from '@/lib/auth/server/preferences'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { getProject, listProjects } from '@/lib/projects/server/queries'
import { getLabelling } from '@/lib/review/server/labelling-review-queries'

export const metadata: Metadata = { title: 'A labelling' }

interface Props {
  params: Promise<{ project: string; labelling: string }>
}

export default async function ReviewedLabellingPage({ params }: Props) {
  const { actor } = await loadPage()
  const { project: slug, labelling } = await params
  const [project, { projects }, given, { keys }] = await Promise.all([
    runQuery(getProject, { project: slug }),
    runQuery(listProjects, {}),
    runQuery(getLabelling, { project: slug, labelling }),
    runQuery(getPreferences, {}),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="review">
      <ReviewSheet key={labelling} slug={slug} given={given} keymap={makeKeymap(keys)} />
    </ProjectShell>
  )
}
