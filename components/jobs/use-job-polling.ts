import { useState } from 'react'
import { addCountSample, type CountSample, computeRate } from '@/components/ui/compute-rate'
import { usePolling } from '@/components/ui/use-polling'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'
import { describePollError, jobPollTiming } from './describe-poll-error'

interface JobOptions<Job> {
  /** Whether the server is still working on the job. */
  isRunning(job: Job): boolean
  /** Identifies the job and its stage. When the key changes, polling and the measurement of the rate start again. */
  getStageKey(job: Job): string
  /** Rows done in this stage. */
  countRows(job: Job): number
  /** For `describePollError`. */
  continuesText: string
  fetchJob(job: Job, signal: AbortSignal): Promise<Job>
  /** Called with each newer state of the job, from a poll or an action. */
  onUpdate(job: Job): void
  /** Called if an action fails because someone else has changed the job, so that the page is outdated. */
  onConflict(): void
}

/** Polls a running job and measures its rate. `perform` runs one action on it at a time. */
export function useJobPolling<Job>(job: Job | null, options: JobOptions<Job>) {
  const { isRunning, getStageKey, countRows, continuesText, fetchJob, onUpdate, onConflict } =
    options
  const [rows, setRows] = useState<{ stage: string; samples: readonly CountSample[] }>({
    stage: '',
    samples: [],
  })
  const [requestError, setRequestError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  function applyReply(reply: Job) {
    const stage = getStageKey(reply)
    setRows(({ stage: previousStage, samples }) => ({
      stage,
      samples: addCountSample(stage === previousStage ? samples : [], countRows(reply)),
    }))
    setRequestError(null)
    onUpdate(reply)
  }

  usePolling(
    async (signal) => {
      if (job === null) return
      try {
        const reply = await fetchJob(job, signal)
        if (!signal.aborted) applyReply(reply)
      } catch (error) {
        if (!signal.aborted) setRequestError(describePollError(error, continuesText))
      }
    },
    {
      isNeeded: job !== null && isRunning(job),
      isMutating: isBusy,
      key: job === null ? '' : getStageKey(job),
      ...jobPollTiming,
    },
  )

  async function perform(
    action: () => Promise<Job>,
    handleReply: (reply: Job) => void = applyReply,
  ) {
    if (isBusy) return
    setBusy(true)
    try {
      handleReply(await action())
    } catch (error) {
      setRequestError(describeCallError(error))
      if (error instanceof AppError && error.code === 'conflict') onConflict()
    } finally {
      setBusy(false)
    }
  }

  return { rowsPerSecond: computeRate(rows.samples), requestError, isBusy, perform }
}
