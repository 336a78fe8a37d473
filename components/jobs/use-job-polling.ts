import { useState } from 'react'
import { addCountSample, type CountSample, computeRate } from '@/components/ui/compute-rate'
import { usePolling } from '@/components/ui/use-polling'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'

const pollMs = 1_000
const firstPollMs = 250

interface JobOptions<Job> {
  /** Whether it continues without the page. */
  isMoving(job: Job): boolean
  /** Identifies the job and its stage. A change restarts polling and the measured rate. */
  nameStage(job: Job): string
  /** Rows done in this stage. */
  countRows(job: Job): number
  /** `Training continues`: what stays true if the server doesn't respond. */
  continuesText: string
  ask(job: Job, signal: AbortSignal): Promise<Job>
  /** Stores the reply of the server. */
  show(job: Job): void
  /** Called if someone else was first, so that the page is outdated. */
  onConflict(): void
}

/** Polls a running job: its rate, errors, and actions on it, one at a time. */
export function useJobPolling<Job>(job: Job | null, options: JobOptions<Job>) {
  const { isMoving, nameStage, countRows, continuesText, ask, show, onConflict } = options
  const [rows, setRows] = useState<{ stage: string; samples: readonly CountSample[] }>({
    stage: '',
    samples: [],
  })
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  function take(reply: Job) {
    const stage = nameStage(reply)
    setRows(({ stage: before, samples }) => ({
      stage,
      samples: addCountSample(stage === before ? samples : [], countRows(reply)),
    }))
    setFailure(null)
    show(reply)
  }

  usePolling(
    async (signal) => {
      if (job === null) return
      try {
        const reply = await ask(job, signal)
        if (!signal.aborted) take(reply)
      } catch (error) {
        if (!signal.aborted) setFailure(describeSilence(error, continuesText))
      }
    },
    {
      isNeeded: job !== null && isMoving(job),
      isMutating: isBusy,
      key: job === null ? '' : nameStage(job),
      intervalMs: pollMs,
      initialDelayMs: firstPollMs,
    },
  )

  async function perform(run: () => Promise<Job>, after: (reply: Job) => void = take) {
    if (isBusy) return
    setBusy(true)
    try {
      after(await run())
    } catch (error) {
      setFailure(describeCallError(error))
      if (error instanceof AppError && error.code === 'conflict') onConflict()
    } finally {
      setBusy(false)
    }
  }

  return { rowsPerSecond: computeRate(rows.samples), failure, isBusy, perform }
}

function describeSilence(error: unknown, continuesText: string): string {
  if (error instanceof AppError && error.code === 'unavailable')
    return `Can’t reach the server. ${continuesText}, and this page retries every second.`
  return describeCallError(error)
}
