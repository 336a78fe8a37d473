'use client'

import { useRouter } from 'next/navigation'
import { useState, type ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { PageTitle } from '@/components/ui/page-layout'
import { JobProgress } from '@/components/jobs/job-progress'
import { addCountSample, type CountSample, computeRate } from '@/components/ui/compute-rate'
import { usePolling } from '@/components/ui/use-polling'
import { callApi } from '@/lib/client/call-api'
import { describeCallError } from '@/lib/client/describe-call-error'
import { AppError } from '@/lib/platform/errors'
import { formatCount, formatDuration } from '@/lib/platform/format'
import { describeRelease } from './describe-release'
import { releaseHref, formatReleaseName, type Release } from './release'
import { ReleaseFiles } from './release-files'
import { WarningList } from '@/components/ui/warning-list'

const pollMs = 1_000
const firstPollMs = 250

/** One release, while it is written and when it is done. */
export function ReleaseScreen({
  slug,
  initial,
  children,
}: {
  slug: string
  initial: Release
  /** Options and comparison. */
  children: ReactNode
}) {
  const router = useRouter()
  const [release, setRelease] = useState(initial)
  const [rows, setRows] = useState<readonly CountSample[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isCancelling, setCancelling] = useState(false)
  const named = { project: slug, release: initial.number }
  const isRunning = release.state === 'running'
  usePolling(
    async (signal) => {
      try {
        const latest = await callApi('get /projects/{project}/releases/{release}', named, {
          signal,
        })
        if (signal.aborted) return
        setRelease(latest)
        setRows((counts) => addCountSample(counts, latest.readRows))
        setFailure(null)
        // Its differences are known now.
        if (latest.state !== 'running') router.refresh()
      } catch (error) {
        if (!signal.aborted) setFailure(describeSilence(error))
      }
    },
    {
      isNeeded: isRunning,
      isMutating: isCancelling,
      key: slug,
      intervalMs: pollMs,
      initialDelayMs: firstPollMs,
    },
  )

  async function cancel() {
    setCancelling(true)
    try {
      setRelease(await callApi('post /projects/{project}/releases/{release}/cancel', named))
    } catch (error) {
      setFailure(describeCallError(error))
    } finally {
      setCancelling(false)
    }
  }

  return (
    <>
      <PageTitle
        title={<span className="wrap-anywhere">Release {formatReleaseName(release)}</span>}
        abstract={<span aria-live="polite">{describeRelease(release)}</span>}
        actions={
          <>
            <ButtonLink href={`/projects/${slug}/data`}>Back to data</ButtonLink>
            {!isRunning && <ButtonLink href={releaseHref(slug, 'new')}>Create another</ButtonLink>}
          </>
        }
      />
      <OutcomeNotice
        className="pb-6"
        outcome={failure === null ? null : { kind: 'error', message: failure }}
      />
      {isRunning && (
        <WritingProgress
          release={release}
          rowsPerSecond={computeRate(rows)}
          isCancelling={isCancelling}
          onCancel={() => void cancel()}
        />
      )}
      {release.state === 'failed' && (
        <OutcomeNotice
          className="pb-10"
          outcome={{
            kind: 'error',
            message:
              release.message ?? 'The server had an internal error. Create the release again.',
          }}
        />
      )}
      {release.warnings.length > 0 && (
        <div className="pb-10">
          <WarningList warnings={release.warnings} />
        </div>
      )}
      {release.state === 'done' && <ReleaseFiles slug={slug} release={release} />}
      {children}
    </>
  )
}

function WritingProgress({
  release,
  rowsPerSecond,
  isCancelling,
  onCancel,
}: {
  release: Release
  rowsPerSecond: number | null
  isCancelling: boolean
  onCancel: () => void
}) {
  const { readRows, allRows } = release
  const secondsLeft =
    rowsPerSecond && allRows !== null ? (allRows - readRows) / rowsPerSecond : null
  const rate = rowsPerSecond ? `${formatCount(Math.round(rowsPerSecond))} per second` : ''
  return (
    <JobProgress
      job={release}
      label="Release progress"
      barLabel="Annotations written"
      progressLabel={
        allRows === null
          ? 'Waiting for other releases'
          : `${formatCount(readRows)} of ${formatCount(allRows)} annotations`
      }
      rateLabel={
        secondsLeft === null || secondsLeft <= 0
          ? rate
          : `${rate}, ${formatDuration(secondsLeft)} left`
      }
      note="Continues if you leave this page"
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={isCancelling}
      onCancel={onCancel}
    />
  )
}

function describeSilence(error: unknown): string {
  if (error instanceof AppError && error.code === 'unavailable')
    return 'Can’t reach the server. The release continues, and this page retries every second.'
  return describeCallError(error)
}
