import type { Metadata } from 'next'
import { ReviewPage } from '@/components/adjudication/review-page'
import { ProjectShell } from '@/components/projects/project-shell'
import type { DisagreementListFilter } from '@/components/reviews/review'
import { listAdjudicationsContract, listDisagreementsContract } from '@/lib/adjudication/contract'
import { listAdjudications, listDisagreements } from '@/lib/adjudication/server/queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { z } from '@/lib/platform/contract'
import { getReviewCounts } from '@/lib/progress/server/review-counts'
import { listMembers } from '@/lib/projects/server/queries'

export const metadata: Metadata = { title: 'Review' }

const { shape: disagreementFields } = listDisagreementsContract.input
const { shape: adjudicationFields } = listAdjudicationsContract.input
/** Query parameters that select what to show. */
const queryFields = z.object({
  show: z.literal('adjudicated').optional().catch(undefined),
  kind: disagreementFields.kind.catch(undefined),
  person: disagreementFields.person.catch(undefined),
  otherPerson: disagreementFields.otherPerson.catch(undefined),
  after: z.union([disagreementFields.after, adjudicationFields.after]).catch(undefined),
})

export default async function ReviewRoute({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const { after, show, kind, ...personFilter } = queryFields.parse(await searchParams)
  const [shell, counts, keymap] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(getReviewCounts, { project: slug }),
    loadKeymap(),
  ])
  const showsNames = !shell.project.hidesAnnotatorNames
  const filter = { show, kind, ...(showsNames ? personFilter : {}) }
  const members = showsNames ? (await runPageQuery(listMembers, { project: slug })).members : []
  return (
    <ProjectShell {...shell} current="review">
      <ReviewPage
        slug={slug}
        counts={counts}
        filter={filter}
        isLaterPage={after !== undefined}
        keys={{ previous: keymap.previous, next: keymap.next }}
        people={members.map(({ user, name }) => ({ user, name }))}
        list={show ? await loadAdjudicated(slug, after) : await loadWaiting(slug, filter, after)}
      />
    </ProjectShell>
  )
}

/** Loads the first page if the cursor belongs to the other list. */
async function loadAdjudicated(project: string, cursor: string | undefined) {
  const after = adjudicationFields.after.safeParse(cursor).data
  return { adjudicated: await runPageQuery(listAdjudications, { project, after }) }
}

async function loadWaiting(
  project: string,
  filter: DisagreementListFilter,
  cursor: string | undefined,
) {
  const { kind, person, otherPerson } = filter
  const after = disagreementFields.after.safeParse(cursor).data
  return {
    waiting: await runPageQuery(listDisagreements, { project, kind, person, otherPerson, after }),
  }
}
