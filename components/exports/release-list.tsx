'use client'

import { usePolledList } from '@/components/jobs/use-polled-list'
import { ButtonLink } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { callApi } from '@/lib/client/call-api'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describeReleaseState } from './describe-release'
import { releaseHref, formatReleaseName, type Release } from './release'

/** Frozen exports, newest first. */
export function ReleaseList({
  slug,
  initial,
  annotations,
}: {
  slug: string
  initial: readonly Release[]
  /** All submitted annotations. */
  annotations: number
}) {
  const releases = usePolledList(
    initial,
    ({ state }) => state === 'running',
    async (signal) => {
      const reply = await callApi('get /projects/{project}/releases', { project: slug }, { signal })
      return reply.releases
    },
  )
  return (
    <section aria-labelledby="releases">
      <SectionHeader id="releases" title="Releases">
        {releases.length > 0 && 'Times in UTC'}
      </SectionHeader>
      {releases.length === 0 ? (
        <p className="max-w-abstract border-t border-ink pt-3 text-strong text-ink-2">
          {annotations === 0
            ? 'Frozen, reproducible exports appear here. Label or import annotations first.'
            : 'Frozen, reproducible exports for training appear here.'}
        </p>
      ) : (
        <ReleaseTable slug={slug} releases={releases} />
      )}
      <div className="pt-4">
        <ButtonLink href={releaseHref(slug, 'new')}>Create release</ButtonLink>
      </div>
    </section>
  )
}

function ReleaseTable({ slug, releases }: { slug: string; releases: readonly Release[] }) {
  return (
    <DataTable
      aria-labelledby="releases"
      rows={releases}
      rowKey={({ release }) => release}
      hasLinks
      columns={[
        {
          header: 'Release',
          className: 'wrap-anywhere',
          render: (release) => (
            <Link href={releaseHref(slug, release.number)}>{formatReleaseName(release)}</Link>
          ),
          renderCaption: ({ by, createdAt }) => (
            <>
              by {by}, <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
            </>
          ),
        },
        { header: 'Status', render: describeReleaseState },
        {
          header: 'Train',
          numeric: true,
          minScreen: 'desk',
          render: ({ counts }) => showCount(counts?.train.annotations),
        },
        {
          header: 'Test',
          numeric: true,
          minScreen: 'desk',
          render: ({ counts }) => showCount(counts?.test.annotations),
        },
        {
          header: 'Annotations',
          numeric: true,
          render: ({ counts }) =>
            showCount(counts ? counts.train.annotations + counts.test.annotations : undefined),
        },
      ]}
    />
  )
}

const showCount = (count: number | undefined) =>
  count === undefined ? <span className="text-ink-3">…</span> : formatCount(count)
