import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useJob } from '@/components/jobs/use-job'
import { call } from '@/lib/client/call'
import type { GraderMode } from '@/lib/projects/settings'
import type {
  applyRegradeContract,
  cancelRegradeContract,
  getRegradeContract,
  openRegradeContract,
} from '@/lib/review/answers-contract'
import type { Regrade } from './pair'
import { chooseNewest, isRunning } from './regrade'

export type RegradeView = ReturnType<typeof useRegrade>

/** The last regrade as it is by now, and what can be done about it. */
export function useRegrade(slug: string, given: Regrade | null) {
  const router = useRouter()
  const [found, setFound] = useState<Regrade | null>(given)
  const regrade = chooseNewest(found, given)
  const { act, ...seen } = useJob<Regrade>(regrade, {
    isMoving: isRunning,
    nameStage: ({ regrade: id, state }) => `${id} ${state}`,
    countRows: ({ readRows }) => readRows,
    goesOn: 'Grading goes on',
    ask: ({ regrade: id }, signal) =>
      call<typeof getRegradeContract>(
        { method: 'get', path: '/projects/{project}/regrades/{regrade}' },
        { project: slug, regrade: id },
        { signal },
      ),
    /** Formulas of what changes are set by the server, so the page is asked for anew where it stops. */
    show(reply) {
      setFound(reply)
      if (!isRunning(reply)) router.refresh()
    },
    // Somebody else may have begun one, or ended this.
    onConflict() {
      setFound(null)
      router.refresh()
    },
  })

  const open = (mode: GraderMode) =>
    act(() =>
      call<typeof openRegradeContract>(
        { method: 'post', path: '/projects/{project}/regrades' },
        { project: slug, mode },
        { idempotencyKey: crypto.randomUUID() },
      ),
    )
  const apply = (id: string) =>
    act(() =>
      call<typeof applyRegradeContract>(
        { method: 'post', path: '/projects/{project}/regrades/{regrade}/apply' },
        { project: slug, regrade: id },
      ),
    )
  const cancel = (id: string) =>
    act(() =>
      call<typeof cancelRegradeContract>(
        { method: 'post', path: '/projects/{project}/regrades/{regrade}/cancel' },
        { project: slug, regrade: id },
      ),
    )
  return { regrade, ...seen, open, apply, cancel }
}
