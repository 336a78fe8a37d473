'use client'

import { useRouter } from 'next/navigation'
import { useState, type ReactNode } from 'react'
import { describeJobRate } from '@/components/jobs/describe-job-rate'
import { JobProgress } from '@/components/jobs/job-progress'
import { useJobPolling } from '@/components/jobs/use-job-polling'
import { ButtonLink } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { PageTitle } from '@/components/ui/page-title'
import { WarningList } from '@/components/ui/warning-list'
import { callApi } from '@/lib/client/call-api'
import { formatCount } from '@/lib/platform/format'
import { describeRelease } from './describe-release'
import { releaseHref, formatReleaseName, type Release } from './release'
import { ReleaseFiles } from './release-files'

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
  const releaseParams = { project: slug, release: initial.number }
  const isRunning = release.state === 'running'
  const { rowsPerSecond, requestError, isBusy, perform } = useJobPolling(release, {
    isRunning: ({ state }) => state === 'running',
    getStageKey: ({ number, state }) => `${number} ${state}`,
    countRows: ({ readRows }) => readRows,
    continuesText: 'The release continues',
    fetchJob: (_, signal) =>
      callApi('get /projects/{project}/releases/{release}', releaseParams, { signal }),
    onUpdate(latest) {
      setRelease(latest)
      // The comparison with earlier releases is available now.
      if (latest.state !== 'running') router.refresh()
    },
    // Someone else may have cancelled it.
    onConflict: () => router.refresh(),
  })

  const cancel = () =>
    perform(() => callApi('post /projects/{project}/releases/{release}/cancel', releaseParams))

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
        outcome={requestError === null ? null : { kind: 'error', message: requestError }}
      />
      {isRunning && (
        <WritingProgress
          release={release}
          rowsPerSecond={rowsPerSecond}
          isCancelling={isBusy}
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
      rateLabel={describeJobRate(rowsPerSecond, release)}
      note="Continues if you leave this page"
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={isCancelling}
      onCancel={onCancel}
    />
  )
}
