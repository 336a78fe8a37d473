import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ProjectShell } from '@/components/projects/project-shell'
import { listPossibleSlicesOfWaitingItems } from '@/components/rounds/list-possible-slices-of-waiting-items'
import { QueueItemsPage } from '@/components/rounds/queue-items-page'
import { makeQueueShortcuts } from '@/components/rounds/queue-shortcuts'
import { queueItemsHref } from '@/components/rounds/round'
import { makeKeymap } from '@/lib/auth/keymap'
import { getPreferences } from '@/lib/auth/server/preferences'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { z } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { listQueueContract } from '@/lib/queue/contract'
import { listQueue } from '@/lib/queue/server/list-queue'
import { listRounds } from '@/lib/rounds/server/queries'

export const metadata: Metadata = { title: 'Waiting solutions' }

const rowsPerPage = 50
/** Number of the first row. */
const positionParam = z.coerce.number().int().min(1).max(1_000_000).catch(1)
/** Query parameters that select the page. */
const pageParams = listQueueContract.input.pick({ slice: true, after: true })

export default async function QueueItemsRoute({ params, searchParams }: ProjectPageProps) {
  const { project: slug } = await params
  const { slice, after, position } = await searchParams
  const request = pageParams.safeParse({ slice, after }).data ?? {}
  const [shell, listing, { rounds }, { keys }] = await Promise.all([
    loadProjectShell(slug),
    loadListing(slug, request),
    runPageQuery(listRounds, { project: slug }),
    runPageQuery(getPreferences, {}),
  ])
  return (
    <ProjectShell {...shell} current="queue">
      <QueueItemsPage
        slug={slug}
        isAdmin={shell.role === 'admin'}
        keys={makeQueueShortcuts(makeKeymap(keys))}
        listing={listing}
        slice={request.slice}
        position={positionParam.parse(position)}
        isLaterPage={request.after !== undefined}
        slices={listPossibleSlicesOfWaitingItems(rounds)}
      />
    </ProjectShell>
  )
}

/** Redirects an invalid cursor to the first page. */
async function loadListing(slug: string, request: { slice?: string; after?: string }) {
  try {
    return await runPageQuery(listQueue, { project: slug, limit: rowsPerPage, ...request })
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input')
      redirect(queueItemsHref(slug, { slice: request.slice }))
    throw error
  }
}
