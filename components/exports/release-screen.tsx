'use client'

import { useRouter } from 'next/navigation'
import { useState, type ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Outcome } from '@/components/ui/outcome'
import { PageTitle } from '@/components/ui/page'
import { ProgressStrip } from '@/components/ui/progress-strip'
import { addCount, type CountAt, readRate } from '@/components/ui/measure-rate'
import { usePoll } from '@/components/ui/use-poll'
import { call } from '@/lib/client/call'
import { describeError } from '@/lib/client/read-refusal'
import type { cancelReleaseContract, getReleaseContract } from '@/lib/exports/contract'
import { AppError } from '@/lib/platform/errors'
import { formatCount, formatDuration } from '@/lib/platform/format'
import { describeRelease } from './describe-release'
import { addressRelease, nameRelease, type Release } from './release'
import { ReleaseFiles } from './release-files'
import { Warnings } from '@/components/ui/warnings'

const pollMs = 1_000
const firstPollMs = 250

/** One release, from being written to its files. */
export function ReleaseScreen({
  slug,
  given,
  children,
}: {
  slug: string
  given: Release
  /** What is told of every release: how it was asked for, how it differs. */
  children: ReactNode
}) {
  const router = useRouter()
  const [release, setRelease] = useState(given)
  const [rows, setRows] = useState<readonly CountAt[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isCancelling, setCancelling] = useState(false)
  const named = { project: slug, release: given.number }
  const isRunning = release.state === 'running'
  usePoll(
    async (signal) => {
      try {
        const found = await call<typeof getReleaseContract>(
          { method: 'get', path: '/projects/{project}/releases/{release}' },
          named,
          { signal },
        )
        if (signal.aborted) return
        setRelease(found)
        setRows((seen) => addCount(seen, found.readRows))
        setFailure(null)
        // What it differs in can be told now.
        if (found.state !== 'running') router.refresh()
      } catch (error) {
        if (!signal.aborted) setFailure(describeSilence(error))
      }
    },
    {
      isNeeded: isRunning,
      isActing: isCancelling,
      key: slug,
      everyMs: pollMs,
      firstMs: firstPollMs,
    },
  )

  async function cancel() {
    setCancelling(true)
    try {
      setRelease(
        await call<typeof cancelReleaseContract>(
          { method: 'post', path: '/projects/{project}/releases/{release}/cancel' },
          named,
        ),
      )
    } catch (error) {
      setFailure(describeError(error))
    } finally {
      setCancelling(false)
    }
  }

  return (
    <>
      <PageTitle
        title={<span className="wrap-anywhere">Release {nameRelease(release)}</span>}
        abstract={<span aria-live="polite">{describeRelease(release)}</span>}
        actions={
          <>
            <ButtonLink href={`/projects/${slug}/data`}>Back to the data</ButtonLink>
            {!isRunning && <ButtonLink href={addressRelease(slug, 'new')}>Make another</ButtonLink>}
          </>
        }
      />
      <Outcome
        className="pb-6"
        outcome={failure === null ? null : { kind: 'wrong', words: failure }}
      />
      {isRunning && (
        <WritingProgress
          release={release}
          rowsPerSecond={readRate(rows)}
          isCancelling={isCancelling}
          onCancel={() => void cancel()}
        />
      )}
      {release.state === 'failed' && (
        <Outcome
          className="pb-10"
          outcome={{ kind: 'wrong', words: release.message ?? 'Something went wrong.' }}
        />
      )}
      {release.warnings.length > 0 && (
        <div className="pb-10">
          <Warnings warnings={release.warnings} />
        </div>
      )}
      {release.state === 'done' && <ReleaseFiles slug={slug} release={release} />}
      {children}
    </>
  )
}

function WritingProgress({
  release: { readRows, allRows },
  rowsPerSecond,
  isCancelling,
  onCancel,
}: {
  release: Release
  rowsPerSecond: number | null
  isCancelling: boolean
  onCancel: () => void
}) {
  const left = rowsPerSecond && allRows !== null ? (allRows - readRows) / rowsPerSecond : null
  const rate = rowsPerSecond ? `${formatCount(Math.round(rowsPerSecond))} a second` : ''
  return (
    <ProgressStrip
      label="Progress of the release"
      barLabel="Annotations written"
      done={
        allRows === null
          ? 'Waits for its turn'
          : `${formatCount(readRows)} of ${formatCount(allRows)} annotations`
      }
      rate={left === null || left <= 0 ? rate : `${rate}, ${formatDuration(left)} left`}
      words="goes on when you leave this page"
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={isCancelling}
      onCancel={onCancel}
    />
  )
}

function describeSilence(error: unknown): string {
  if (error instanceof AppError && error.code === 'unavailable')
    return 'The server does not answer. The release goes on without this page; it is asked again every second.'
  return describeError(error)
}
