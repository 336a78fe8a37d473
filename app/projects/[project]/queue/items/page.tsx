import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ProjectShell } from '@/components/projects/project-shell'
import { listPossibleSlicesOfWaitingItems } from '@/components/rounds/list-possible-slices-of-waiting-items'
import { QueueItemsPage } from '@/components/rounds/queue-items-page'
import { makeQueueShortcuts } from '@/components/rounds/queue-shortcuts'
import { queueItemsHref } from '@/components/rounds/round'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { z } from '@/lib/platform/contract'
import { listQueueContract } from '@/lib/queue/contract'
import { listQueue } from '@/lib/queue/server/list-queue'
import { listRounds } from '@/lib/rounds/server/queries'

export const metadata: Metadata = { title: 'Waiting solutions' }

const rowsPerPage = 50
/** Number of the first row. */
const positionParam = z.coerce.number().int().min(1).max(1_000_000).catch(1)
const { slice: sliceParam, after: cursorParam } = listQueueContract.input.shape

export default async function QueueItemsRoute({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const parameters = await searchParams
  const slice = sliceParam.safeParse(parameters.slice).data
  const after = cursorParam.safeParse(parameters.after).data
  if (parameters.after !== undefined && after === undefined)
    redirect(queueItemsHref(slug, { slice }))
  const [shell, listing, { rounds }, keymap] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listQueue, { project: slug, limit: rowsPerPage, slice, after }),
    runPageQuery(listRounds, { project: slug }),
    loadKeymap(),
  ])
  return (
    <ProjectShell {...shell} current="queue">
      <QueueItemsPage
        slug={slug}
        isAdmin={shell.role === 'admin'}
        keys={makeQueueShortcuts(keymap)}
        listing={listing}
        slice={slice}
        position={after === undefined ? 1 : positionParam.parse(parameters.position)}
        isLaterPage={after !== undefined}
        slices={listPossibleSlicesOfWaitingItems(rounds)}
      />
    </ProjectShell>
  )
}
