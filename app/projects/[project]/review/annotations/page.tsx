import type { Metadata } from 'next'
import { ProjectShell } from '@/components/projects/project-shell'
import { AnnotationsPage } from '@/components/reviews/annotations-page'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { z } from '@/lib/platform/contract'
import { listMembers } from '@/lib/projects/server/queries'
import { listAnnotationsContract } from '@/lib/reviews/contract'
import { listAnnotations } from '@/lib/reviews/server/queries'

export const metadata: Metadata = { title: 'Annotations' }

const { state, person, sample, after } = listAnnotationsContract.input.shape
/** Query parameters that select what to show. */
const queryFields = z.object({
  state: state.catch(undefined),
  person: person.catch(undefined),
  sample: sample.catch(undefined),
  after: after.catch(undefined),
})

export default async function ReviewedAnnotationsRoute({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const filters = queryFields.parse(await searchParams)
  const [shell, list, { members }, keymap] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listAnnotations, { project: slug, ...filters }),
    runPageQuery(listMembers, { project: slug }),
    loadKeymap(),
  ])
  return (
    <ProjectShell {...shell} current="review">
      <AnnotationsPage
        slug={slug}
        list={list}
        filter={{ state: filters.state, person: filters.person, sample: filters.sample }}
        isLaterPage={filters.after !== undefined}
        keys={{ previous: keymap.previous, next: keymap.next }}
        hidesNames={shell.project.hidesAnnotatorNames}
        people={members.map(({ user, name }) => ({ user, name }))}
      />
    </ProjectShell>
  )
}
