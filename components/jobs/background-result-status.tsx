'use client'

import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { formatCount, formatDuration } from '@/lib/platform/format'
import { MissingWorkerNotice } from './missing-worker-notice'
import type { AutoStartedRunStatus } from './use-auto-started-run'

/** One line above the results: when they were computed, the progress of a run, or why it failed. */
export function BackgroundResultStatus({
  status,
  updatedAt,
}: {
  status: AutoStartedRunStatus
  /** `21 Nov 2026, 22:04 UTC`; null without a result. */
  updatedAt: string | null
}) {
  const { run, isBusy } = status
  const isRunning = run?.state === 'running'
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 pb-4 text-ink-2">
      {isRunning && run ? (
        <>
          <b role="status">{updatedAt === null ? 'Computing…' : 'Updating…'}</b>
          <ProgressBar
            label="Progress"
            className="w-40"
            value={run.allRows === null ? null : run.readRows}
            max={run.allRows ?? 1}
          />
          <span>{describeRunProgress(run, status.rowsPerSecond)}</span>
          <LinkButton aria-disabled={isBusy} onClick={status.cancel}>
            Cancel
          </LinkButton>
        </>
      ) : (
        updatedAt !== null && <span>Updated {updatedAt}</span>
      )}
      <MissingWorkerNotice waitingFor={run?.waitingFor ?? null} />
      <RunMessage status={status} />
    </div>
  )
}

/** Why there is no newer result, with a way to retry. */
function RunMessage({
  status: { run, requestError, isBusy, retry },
}: {
  status: AutoStartedRunStatus
}) {
  const hasFailed = requestError !== null || run?.state === 'failed'
  const message = requestError ?? (run ? describeRunEnd(run) : null)
  return (
    <>
      <OutcomeNotice
        outcome={message === null ? null : { kind: hasFailed ? 'error' : 'success', message }}
      />
      {message !== null && run?.state !== 'running' && (
        <LinkButton aria-disabled={isBusy} onClick={retry}>
          Retry
        </LinkButton>
      )}
    </>
  )
}

type Run = NonNullable<AutoStartedRunStatus['run']>

function describeRunEnd({ state, message }: Run): string | null {
  if (state === 'cancelled') return message ?? 'Cancelled.'
  return state === 'failed' ? (message ?? 'The computation failed.') : null
}

/** `1,200 of 3,000 rows · 5 seconds left` */
export function describeRunProgress(
  { readRows, allRows }: Pick<Run, 'readRows' | 'allRows'>,
  rowsPerSecond: number | null,
): string {
  if (allRows === null) return 'Queued'
  if (readRows >= allRows) return 'Computing intervals'
  const remaining = rowsPerSecond ? (allRows - readRows) / rowsPerSecond : null
  return [
    `${formatCount(readRows)} of ${formatCount(allRows)} rows`,
    remaining === null ? null : `${formatDuration(remaining)} left`,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
