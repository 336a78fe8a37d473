import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { useJobPolling } from './use-job-polling'

/** A run whose result is stored: an evaluation, an agreement. */
interface Run {
  state: string
  waitingFor: JobWaitReason
  createdAt: string
  readRows: number
  allRows: number | null
  message: string | null
}

interface RunCalls<R extends Run> {
  getId: (run: R) => string
  get: (run: R, signal: AbortSignal) => Promise<R>
  start: (options: { onlyIfOutdated: boolean }) => Promise<R>
  cancel: (run: R) => Promise<R>
}

export type NewestRunStatus = Pick<
  ReturnType<typeof useNewestRun>,
  'failure' | 'isBusy' | 'rowsPerSecond' | 'retry' | 'cancel'
> & { run: Run | null }

/**
 * Keeps a page up to date: starts a run when the page opens if its result is missing or outdated, follows it, and reloads
 * the page's data when it ends.
 *
 * @param initial the newest run with the page's options, as the server rendered it
 */
export function useNewestRun<R extends Run>(
  initial: R | null,
  needsUpdate: boolean,
  { getId, get, start, cancel }: RunCalls<R>,
) {
  const router = useRouter()
  const [polled, setPolled] = useState<R | null>(initial)
  const newest = chooseNewest(polled, initial, getId)
  const { perform, rowsPerSecond, failure, isBusy } = useJobPolling(newest, {
    isMoving: ({ state }) => state === 'running',
    nameStage: (run) => `${getId(run)} ${run.state}`,
    countRows: ({ readRows }) => readRows,
    continuesText: 'The computation continues',
    ask: get,
    show(run) {
      setPolled(run)
      if (run.state !== 'running') router.refresh()
    },
    // Someone else may have ended the run.
    onConflict() {
      setPolled(null)
      router.refresh()
    },
  })

  const hasRequested = useRef(false)
  useEffect(() => {
    if (!needsUpdate || hasRequested.current) return
    hasRequested.current = true
    void perform(() => start({ onlyIfOutdated: true }))
  })

  return {
    run: newest,
    failure,
    isBusy,
    rowsPerSecond,
    retry: () => void perform(() => start({ onlyIfOutdated: false })),
    cancel: () => void (newest && perform(() => cancel(newest))),
  }
}

/** The polled run, unless the server rendered the page with a later one, or with the end of the same one. */
function chooseNewest<R extends Run>(
  polled: R | null,
  initial: R | null,
  getId: (run: R) => string,
): R | null {
  if (polled === null || initial === null) return polled ?? initial
  if (getId(polled) === getId(initial)) return initial.state === 'running' ? polled : initial
  return initial.createdAt > polled.createdAt ? initial : polled
}
