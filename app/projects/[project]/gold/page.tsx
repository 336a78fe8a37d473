import type { Metadata } from 'next'
import { GoldCandidatesPage } from '@/components/gold/gold-candidates-page'
import { GoldPage } from '@/components/gold/gold-page'
import { ProjectShell } from '@/components/projects/project-shell'
import { listGoldCandidatesContract, listGoldContract } from '@/lib/gold/contract'
import { listGold, listGoldCandidates } from '@/lib/gold/server/queries'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { z } from '@/lib/platform/contract'

export const metadata: Metadata = { title: 'Gold' }

const { shape: goldFields } = listGoldContract.input
const { shape: candidateFields } = listGoldCandidatesContract.input
/** Query parameters that select what to show. */
const queryFields = z.object({
  show: z.literal('agreed').optional().catch(undefined),
  origin: goldFields.origin.catch(undefined),
  error: goldFields.error.catch(undefined),
  search: goldFields.search.catch(undefined),
  order: goldFields.order.catch('newest'),
  after: z.union([goldFields.after, candidateFields.after]).catch(undefined),
})

export default async function GoldRoute({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const { show, after, ...filter } = queryFields.parse(await searchParams)
  const shell = await loadProjectShell(slug)
  return (
    <ProjectShell {...shell} current="gold">
      {show
        ? await renderCandidates(slug, after, shell.role === 'admin')
        : await renderGold(slug, filter, after, shell.role === 'admin')}
    </ProjectShell>
  )
}

/** Shows the first page if the cursor belongs to the other list. */
async function renderCandidates(slug: string, cursor: string | undefined, canAccept: boolean) {
  const input = listGoldCandidatesContract.input.parse({
    project: slug,
    after: candidateFields.after.safeParse(cursor).data,
  })
  const list = await runPageQuery(listGoldCandidates, input)
  return <GoldCandidatesPage slug={slug} list={list} canAccept={canAccept} after={input.after} />
}

type Filter = Omit<z.output<typeof queryFields>, 'show' | 'after'>

async function renderGold(
  slug: string,
  filter: Filter,
  cursor: string | undefined,
  isAdmin: boolean,
) {
  const after = goldFields.after.safeParse(cursor).data
  const input = listGoldContract.input.parse({ project: slug, ...filter, after })
  const list = await runPageQuery(listGold, input)
  return (
    <GoldPage
      slug={slug}
      list={list}
      filter={filter}
      hasPreviousPage={after !== undefined}
      isAdmin={isAdmin}
    />
  )
}
