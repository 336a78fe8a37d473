import type { Metadata } from 'next'
import { ProjectShell } from '@/components/projects/project-shell'
import { NoSolutionsPage } from '@/components/rounds/no-solutions-page'
import { QueuePage } from '@/components/rounds/queue-page'
import { makeQueueShortcuts } from '@/components/rounds/queue-shortcuts'
import type { ProjectPageProps } from '@/lib/http/project-page-props'
import { loadKeymap } from '@/lib/http/server/load-keymap'
import { loadProjectShell } from '@/lib/http/server/load-project'
import { runPageQuery } from '@/lib/http/server/page'
import { listExclusions } from '@/lib/queue/server/exclusion-commands'
import { listQueue } from '@/lib/queue/server/list-queue'
import { getRoundYield, listRounds } from '@/lib/rounds/server/queries'

export const metadata: Metadata = { title: 'Queue' }

/** Rows of the preview. */
const previewRows = 8

export default async function QueueRoute({ params }: ProjectPageProps) {
  const { project: slug } = await params
  const [shell, listing, { rounds }, { items: exclusions }, keymap] = await Promise.all([
    loadProjectShell(slug),
    runPageQuery(listQueue, { project: slug, limit: previewRows }),
    runPageQuery(listRounds, { project: slug }),
    runPageQuery(listExclusions, { project: slug }),
    loadKeymap(),
  ])
  const isAdmin = shell.role === 'admin'
  const round = rounds.find(({ state }) => state === 'active')
  return (
    <ProjectShell {...shell} current="queue">
      {!listing.hasSolutions ? (
        <NoSolutionsPage slug={slug} isAdmin={isAdmin} />
      ) : (
        <QueuePage
          slug={slug}
          isAdmin={isAdmin}
          listing={listing}
          rounds={rounds}
          exclusions={exclusions}
          keys={makeQueueShortcuts(keymap)}
          activeRoundWithYield={
            round
              ? {
                  round,
                  roundYield: await runPageQuery(getRoundYield, {
                    project: slug,
                    round: round.round,
                  }),
                }
              : null
          }
        />
      )}
    </ProjectShell>
  )
}
