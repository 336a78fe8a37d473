import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { useJobPolling } from './use-job-polling'

/** A computation whose result is stored, such as an evaluation. */
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

export type AutoStartedRunStatus = Pick<
  ReturnType<typeof useAutoStartedRun>,
  'requestError' | 'isBusy' | 'rowsPerSecond' | 'retry' | 'cancel'
> & { run: Run | null }

/**
 * Keeps a page up to date: starts a run when the page opens if its result is missing or outdated, follows it, and reloads
 * the page's data when it ends.
 *
 * @param initial the newest run with the page's options, as the server rendered it
 */
export function useAutoStartedRun<R extends Run>(
  initial: R | null,
  needsUpdate: boolean,
  { getId, get, start, cancel }: RunCalls<R>,
) {
  const router = useRouter()
  const [polledRun, setPolledRun] = useState<R | null>(initial)
  const newestRun = chooseNewestRun(polledRun, initial, getId)
  const { perform, rowsPerSecond, requestError, isBusy } = useJobPolling(newestRun, {
    isRunning: ({ state }) => state === 'running',
    getStageKey: (run) => `${getId(run)} ${run.state}`,
    countRows: ({ readRows }) => readRows,
    continuesText: 'The computation continues',
    fetchJob: get,
    onUpdate(run) {
      setPolledRun(run)
      if (run.state !== 'running') router.refresh()
    },
    // Someone else may have ended the run.
    onConflict() {
      setPolledRun(null)
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
    run: newestRun,
    requestError,
    isBusy,
    rowsPerSecond,
    retry: () => void perform(() => start({ onlyIfOutdated: false })),
    cancel: () => void (newestRun && perform(() => cancel(newestRun))),
  }
}

/** The polled run, unless the server rendered the page with a later one, or with the end of the polled one. */
function chooseNewestRun<R extends Run>(
  polledRun: R | null,
  initial: R | null,
  getId: (run: R) => string,
): R | null {
  if (polledRun === null || initial === null) return polledRun ?? initial
  if (getId(polledRun) === getId(initial)) return initial.state === 'running' ? polledRun : initial
  return initial.createdAt > polledRun.createdAt ? initial : polledRun
}
