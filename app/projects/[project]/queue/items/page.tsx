import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { readWhole } from '@/components/projects/read-whole'
import { readRole } from '@/components/projects/project'
import { makeHeadKeys } from '@/components/rounds/head-keys'
import { ItemsPage } from '@/components/rounds/items-page'
import { listSlices } from '@/components/rounds/list-slices'
import { addressItems } from '@/components/rounds/round'
import { ProjectShell } from '@/components/shell/project-shell'
import { makeKeymap } from '@/lib/auth/keys'
import { getPreferences } from '@/lib/auth/server/preferences'
import { loadProject } from '@/lib/http/server/load-project'
import { loadPage, runQuery } from '@/lib/http/server/page'
import { AppError } from '@/lib/platform/errors'
import { listProjects } from '@/lib/projects/server/queries'
import { listQueueHeadContract } from '@/lib/queue/contract'
import { listQueueHead } from '@/lib/queue/server/queries'
import { listRounds } from '@/lib/rounds/server/queries'

export const metadata: Metadata = { title: 'Open items' }

interface Props {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const pageRows = 50
/** What of the address says what to show; anything else in it is left alone. */
const addressFields = listQueueHeadContract.input.pick({ slice: true, after: true })

export default async function QueueItems({ params, searchParams }: Props) {
  const { actor } = await loadPage()
  const { project: slug } = await params
  const { slice, after, place } = await searchParams
  const asked = addressFields.safeParse({ slice, after }).data ?? {}
  const [project, { projects }, head, { rounds }, { keys }] = await Promise.all([
    loadProject(slug),
    runQuery(listProjects, {}),
    loadHead(slug, asked),
    runQuery(listRounds, { project: slug }),
    runQuery(getPreferences, {}),
  ])
  return (
    <ProjectShell person={actor} project={project} projects={projects} current="queue">
      <ItemsPage
        slug={slug}
        isAdmin={readRole(actor, project) === 'admin'}
        keys={makeHeadKeys(makeKeymap(keys))}
        head={head}
        slice={asked.slice}
        place={readWhole(String(place)) ?? 1}
        isFurther={asked.after !== undefined}
        slices={listSlices(rounds)}
      />
    </ProjectShell>
  )
}

/** A place that no reply has named leads to the beginning. */
async function loadHead(slug: string, asked: { slice?: string; after?: string }) {
  try {
    return await runQuery(listQueueHead, { project: slug, limit: pageRows, ...asked })
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input')
      redirect(addressItems(slug, { slice: asked.slice }))
    throw error
  }
}
