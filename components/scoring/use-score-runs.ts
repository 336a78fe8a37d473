import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { addCountSample, type CountSample, computeRate } from '@/components/ui/compute-rate'
import { usePolling } from '@/components/ui/use-polling'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { RequestInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { startScoreRunContract } from '@/lib/scoring/contract'
import { isScoreRunRunning, scorersHref, type ScoreRun, type ScoreRunDetails } from './scorer'

const pollMs = 1_000
const firstPollMs = 250

const noRows = { run: null, samples: [] }

export type ScoreRunsState = ReturnType<typeof useScoreRuns>
export type ScoreRunInput = Omit<RequestInputOf<typeof startScoreRunContract>, 'project'>

interface LoadedRuns {
  runs: readonly ScoreRun[]
  details: ScoreRunDetails | null
}

/** The current score runs, the selected one with its failures, and actions on it. */
export function useScoreRuns(slug: string, initial: LoadedRuns) {
  const router = useRouter()
  const [loadedRuns, setLoadedRuns] = useState<(LoadedRuns & { initial: LoadedRuns }) | null>(null)
  const [rows, setRows] = useState<{ run: string | null; samples: readonly CountSample[] }>(noRows)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A newly rendered page is newer than what was polled before.
  const { runs, details } = loadedRuns?.initial === initial ? loadedRuns : initial
  const selectedRun = initial.details?.run ?? null

  async function look(signal?: AbortSignal) {
    const [list, one] = await Promise.all([
      callApi('get /projects/{project}/score-runs', { project: slug }, { signal }),
      selectedRun === null
        ? null
        : callApi(
            'get /projects/{project}/score-runs/{run}',
            { project: slug, run: selectedRun },
            { signal },
          ),
    ])
    if (signal?.aborted) return
    setLoadedRuns({ initial, runs: list.runs, details: one })
    if (one)
      setRows(({ run, samples }) => ({
        run: one.run,
        samples: addCountSample(run === one.run ? samples : [], one.doneRows + one.failedRows),
      }))
    setFailure(null)
    // The line under the title counts scored solutions.
    if (!list.runs.some(isScoreRunRunning)) router.refresh()
  }

  usePolling(
    async (signal) => {
      try {
        await look(signal)
      } catch (error) {
        if (!signal.aborted) setFailure(describeSilence(error))
      }
    },
    {
      isNeeded: runs.some(isScoreRunRunning) || (details !== null && isScoreRunRunning(details)),
      isMutating: isBusy,
      key: `${slug} ${selectedRun}`,
      intervalMs: pollMs,
      initialDelayMs: firstPollMs,
    },
  )

  async function perform(run: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await run()
    } catch (error) {
      setFailure(describeCallError(error))
      // Someone else may have started or ended it.
      if (error instanceof AppError && error.code === 'conflict') router.refresh()
    } finally {
      setBusy(false)
    }
  }

  const start = (input: ScoreRunInput) =>
    perform(async () => {
      const { run } = await callApi(
        'post /projects/{project}/score-runs',
        { project: slug, ...input },
        { idempotencyKey: crypto.randomUUID() },
      )
      setRows(noRows)
      router.push(scorersHref(slug, { run }), { scroll: false })
    })
  const cancel = (run: string) =>
    perform(async () => {
      await callApi('post /projects/{project}/score-runs/{run}/cancel', { project: slug, run })
      await look()
    })
  const resume = (run: string) =>
    perform(async () => {
      await callApi('post /projects/{project}/score-runs/{run}/resume', { project: slug, run })
      setRows(noRows)
      await look()
      router.refresh()
    })
  return {
    runs,
    details,
    rowsPerSecond: computeRate(rows.run === selectedRun ? rows.samples : []),
    failure,
    isBusy,
    start,
    cancel,
    resume,
  }
}

function describeSilence(error: unknown): string {
  if (error instanceof AppError && error.code === 'unavailable')
    return 'Can’t reach the server. The run continues. Retrying every second.'
  return describeCallError(error)
}
