import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJobPolling } from '@/components/jobs/use-job-polling'
import { callApi } from '@/lib/client/call-api'
import type { GraderMode } from '@/lib/projects/settings'
import type { Regrade } from './answers'
import { chooseNewestRegrade, isRegradeRunning } from './regrade'

export type RegradeState = ReturnType<typeof useRegrade>

/** The last regrade, kept up to date, with its actions. */
export function useRegrade(slug: string, loadedRegrade: Regrade | null) {
  const router = useRouter()
  const [polled, setPolled] = useState<Regrade | null>(loadedRegrade)
  const regrade = chooseNewestRegrade(polled, loadedRegrade)
  const { perform, ...progress } = useJobPolling<Regrade>(regrade, {
    isRunning: isRegradeRunning,
    getStageKey: ({ regrade: id, state }) => `${id} ${state}`,
    countRows: ({ readRows }) => readRows,
    continuesText: 'Grading continues',
    fetchJob: ({ regrade: id }, signal) =>
      callApi(
        'get /projects/{project}/regrades/{regrade}',
        { project: slug, regrade: id },
        { signal },
      ),
    /** The server typesets the changed pairs, so the page is refreshed when the job stops. */
    onUpdate(reply) {
      setPolled(reply)
      if (!isRegradeRunning(reply)) router.refresh()
    },
    // Someone else may have started a regrade or ended this one.
    onConflict() {
      setPolled(null)
      router.refresh()
    },
  })

  const start = (mode: GraderMode) =>
    perform(() =>
      callApi(
        'post /projects/{project}/regrades',
        { project: slug, mode },
        { idempotencyKey: crypto.randomUUID() },
      ),
    )
  const apply = (id: string) =>
    perform(() =>
      callApi('post /projects/{project}/regrades/{regrade}/apply', { project: slug, regrade: id }),
    )
  const cancel = (id: string) =>
    perform(() =>
      callApi('post /projects/{project}/regrades/{regrade}/cancel', { project: slug, regrade: id }),
    )
  return { regrade, ...progress, start, apply, cancel }
}
