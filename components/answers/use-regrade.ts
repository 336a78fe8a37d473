import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJob } from '@/components/jobs/use-job'
import { call } from '@/lib/client/call'
import type { GraderMode } from '@/lib/projects/settings'
import type {
  applyRegradeContract,
  cancelRegradeContract,
  getRegradeContract,
  startRegradeContract,
} from '@/lib/review/answers-contract'
import type { Regrade } from './pair'
import { chooseNewest, isRegradeRunning } from './regrade'

export type RegradeState = ReturnType<typeof useRegrade>

/** The last regrade, kept up to date, with its actions. */
export function useRegrade(slug: string, loadedRegrade: Regrade | null) {
  const router = useRouter()
  const [polled, setPolled] = useState<Regrade | null>(loadedRegrade)
  const regrade = chooseNewest(polled, loadedRegrade)
  const { perform, ...progress } = useJob<Regrade>(regrade, {
    isMoving: isRegradeRunning,
    nameStage: ({ regrade: id, state }) => `${id} ${state}`,
    countRows: ({ readRows }) => readRows,
    continuesText: 'Grading continues',
    ask: ({ regrade: id }, signal) =>
      call<typeof getRegradeContract>(
        { method: 'get', path: '/projects/{project}/regrades/{regrade}' },
        { project: slug, regrade: id },
        { signal },
      ),
    /** The server typesets the changed pairs, so the page is refreshed when the job stops. */
    show(reply) {
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
      call<typeof startRegradeContract>(
        { method: 'post', path: '/projects/{project}/regrades' },
        { project: slug, mode },
        { idempotencyKey: crypto.randomUUID() },
      ),
    )
  const apply = (id: string) =>
    perform(() =>
      call<typeof applyRegradeContract>(
        { method: 'post', path: '/projects/{project}/regrades/{regrade}/apply' },
        { project: slug, regrade: id },
      ),
    )
  const cancel = (id: string) =>
    perform(() =>
      call<typeof cancelRegradeContract>(
        { method: 'post', path: '/projects/{project}/regrades/{regrade}/cancel' },
        { project: slug, regrade: id },
      ),
    )
  return { regrade, ...progress, start, apply, cancel }
}
