import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { addCount, type CountAt, readRate } from '@/components/ui/measure-rate'
import { usePoll } from '@/components/ui/use-poll'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import { AppError } from '@/lib/platform/errors'
import type { GraderMode } from '@/lib/projects/settings'
import type {
  applyRegradeContract,
  cancelRegradeContract,
  getRegradeContract,
  openRegradeContract,
} from '@/lib/review/answers-contract'
import type { Regrade } from './pair'
import { chooseNewest, isRunning } from './regrade'

const pollMs = 1_000
const firstPollMs = 250

export type RegradeView = ReturnType<typeof useRegrade>

/** The last regrade as it is by now, and what can be done about it. */
export function useRegrade(slug: string, given: Regrade | null) {
  const router = useRouter()
  const [found, setFound] = useState<Regrade | null>(given)
  const [rows, setRows] = useState<readonly CountAt[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const regrade = chooseNewest(found, given)

  /** Formulas of what changes are set by the server, so the page is asked for anew where it stops. */
  function show(reply: Regrade) {
    setFound(reply)
    setRows((seen) => addCount(seen, reply.readRows))
    setFailure(null)
    if (!isRunning(reply)) router.refresh()
  }

  usePoll(
    async (signal) => {
      if (!regrade) return
      try {
        const reply = await call<typeof getRegradeContract>(
          { method: 'get', path: '/projects/{project}/regrades/{regrade}' },
          { project: slug, regrade: regrade.regrade },
          { signal },
        )
        if (!signal.aborted) show(reply)
      } catch (error) {
        if (!signal.aborted) setFailure(describeSilence(error))
      }
    },
    {
      isNeeded: regrade !== null && isRunning(regrade),
      key: `${regrade?.regrade} ${regrade?.state}`,
      everyMs: pollMs,
      firstMs: firstPollMs,
    },
  )

  async function act(run: () => Promise<Regrade>) {
    if (isBusy) return
    setBusy(true)
    try {
      show(await run())
    } catch (error) {
      setFailure(describeError(error))
      // Somebody else may have begun one, or ended this.
      if (error instanceof AppError && error.code === 'conflict') {
        setFound(null)
        router.refresh()
      }
    } finally {
      setBusy(false)
    }
  }

  const open = (mode: GraderMode) =>
    act(() => {
      setRows([])
      return call<typeof openRegradeContract>(
        { method: 'post', path: '/projects/{project}/regrades' },
        { project: slug, mode },
        { idempotencyKey: crypto.randomUUID() },
      )
    })
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
  return { regrade, rowsPerSecond: readRate(rows), failure, isBusy, open, apply, cancel }
}

function describeSilence(error: unknown): string {
  if (error instanceof AppError && error.code === 'unavailable')
    return 'The server does not answer. Grading goes on without this page; it is asked again every second.'
  return describeError(error)
}
