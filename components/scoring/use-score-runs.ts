import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { describePollError, jobPollTiming } from '@/components/jobs/describe-poll-error'
import { addCountSample, type CountSample, computeRate } from '@/components/ui/compute-rate'
import { usePolling } from '@/components/ui/use-polling'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import type { RequestInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { startScoreRunContract } from '@/lib/scoring/contract'
import { isRunning, scorersHref, type ScoreRun, type ScoreRunDetails } from './scorer'

const noProgress = { run: null, samples: [] }

export type ScoreRunsState = ReturnType<typeof useScoreRuns>
export type ScoreRunInput = Omit<RequestInputOf<typeof startScoreRunContract>, 'project'>

interface LoadedRuns {
  runs: readonly ScoreRun[]
  details: ScoreRunDetails | null
}

/** The score runs, the selected run with its failures, and actions that start, cancel and resume runs. */
export function useScoreRuns(slug: string, initial: LoadedRuns) {
  const router = useRouter()
  const [lastPoll, setLastPoll] = useState<(LoadedRuns & { initial: LoadedRuns }) | null>(null)
  const [progress, setProgress] = useState<{ run: string | null; samples: readonly CountSample[] }>(
    noProgress,
  )
  const [requestError, setRequestError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A newly loaded page is newer than the last poll.
  const { runs, details } = lastPoll?.initial === initial ? lastPoll : initial
  const selectedRun = initial.details?.run ?? null

  async function fetchRuns(signal?: AbortSignal) {
    const [list, newDetails] = await Promise.all([
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
    setLastPoll({ initial, runs: list.runs, details: newDetails })
    if (newDetails)
      setProgress(({ run, samples }) => ({
        run: newDetails.run,
        samples: addCountSample(
          run === newDetails.run ? samples : [],
          newDetails.doneRows + newDetails.failedRows,
        ),
      }))
    setRequestError(null)
    // Reloads the page, whose abstract counts scored solutions.
    if (!list.runs.some(isRunning)) router.refresh()
  }

  usePolling(
    async (signal) => {
      try {
        await fetchRuns(signal)
      } catch (error) {
        if (!signal.aborted) setRequestError(describePollError(error, 'The run continues'))
      }
    },
    {
      isNeeded: runs.some(isRunning) || (details !== null && isRunning(details)),
      isMutating: isBusy,
      key: `${slug} ${selectedRun}`,
      ...jobPollTiming,
    },
  )

  async function perform(action: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    setRequestError(null)
    try {
      await action()
    } catch (error) {
      setRequestError(describeCallError(error))
      // Someone else may have started or ended the run.
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
      setProgress(noProgress)
      router.push(scorersHref(slug, { run }), { scroll: false })
    })
  const cancel = (run: string) =>
    perform(async () => {
      await callApi('post /projects/{project}/score-runs/{run}/cancel', { project: slug, run })
      await fetchRuns()
    })
  const resume = (run: string) =>
    perform(async () => {
      await callApi('post /projects/{project}/score-runs/{run}/resume', { project: slug, run })
      setProgress(noProgress)
      await fetchRuns()
      router.refresh()
    })
  return {
    runs,
    details,
    rowsPerSecond: computeRate(progress.run === selectedRun ? progress.samples : []),
    requestError,
    isBusy,
    start,
    cancel,
    resume,
  }
}
