import type { Metadata } from 'next'
import { readStepIndex } from '@/components/annotations/step-page'
import { ProjectShell } from '@/components/projects/project-shell'
import { AnnotationReview } from '@/components/reviews/annotation-review'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { z } from '@/lib/platform/contract'
import { listAnnotationsContract } from '@/lib/reviews/contract'
import { getAnnotation } from '@/lib/reviews/server/queries'

export const metadata: Metadata = { title: 'Annotation' }

const { state, person, sample } = listAnnotationsContract.input.shape
/** Query parameters that identify the list that the user came from. */
const queryFields = z.object({
  state: state.catch(undefined),
  person: person.catch(undefined),
  sample: sample.catch(undefined),
})

export default async function ReviewedAnnotationPage({
  params,
  searchParams,
}: ProjectPageProps<'annotation'>) {
  const { project: slug, annotation } = await params
  const { step, ...parameters } = await searchParams
  const filter = queryFields.parse(parameters)
  const [shell, reviewed, keymap] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getAnnotation, {
      project: slug,
      annotation,
      ...filter,
      around: readStepIndex(step),
    }),
    loadKeymap(),
  ])
  return (
    <ProjectShell {...shell} current="review">
      <AnnotationReview
        key={annotation}
        slug={slug}
        reviewed={reviewed}
        filter={filter}
        keymap={keymap}
      />
    </ProjectShell>
  )
}
