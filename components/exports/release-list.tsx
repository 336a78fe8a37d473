'use client'

import { usePolledList } from '@/components/jobs/use-polled-list'
import { ButtonLink } from '@/components/ui/button'
import { type DataColumn, DataTable } from '@/components/ui/data-table'
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
      <ReleaseTable
        slug={slug}
        releases={releases}
        empty={
          annotations === 0
            ? 'Frozen, reproducible exports appear here. Label or import annotations first.'
            : 'Frozen, reproducible exports for training appear here.'
        }
      />
      <div className="pt-4">
        <ButtonLink href={releaseHref(slug, 'new')}>Create release</ButtonLink>
      </div>
    </section>
  )
}

function ReleaseTable({
  slug,
  releases,
  empty,
}: {
  slug: string
  releases: readonly Release[]
  empty: string
}) {
  return (
    <DataTable
      aria-labelledby="releases"
      rows={releases}
      empty={empty}
      rowKey={({ release }) => release}
      hasLinks
      columns={[
        {
          header: 'Release',
          className: 'wrap-anywhere',
          sortValue: ({ number }) => number,
          render: (release) => (
            <Link href={releaseHref(slug, release.number)}>{formatReleaseName(release)}</Link>
          ),
          renderCaption: ({ by, createdAt }) => (
            <>
              by {by}, <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
            </>
          ),
        },
        { header: 'Status', sortValue: describeReleaseState, render: describeReleaseState },
        makeCountColumn('Train', ({ train }) => train.annotations, 'desk'),
        makeCountColumn('Test', ({ test }) => test.annotations, 'desk'),
        makeCountColumn('Annotations', ({ train, test }) => train.annotations + test.annotations),
      ]}
    />
  )
}

const makeCountColumn = (
  header: string,
  readCount: (counts: NonNullable<Release['counts']>) => number,
  minScreen?: 'desk',
): DataColumn<Release> => ({
  header,
  numeric: true,
  minScreen,
  sortValue: ({ counts }) => counts && readCount(counts),
  render: ({ counts, state }) =>
    counts ? (
      formatCount(readCount(counts))
    ) : (
      <span className="text-ink-3">{state === 'running' ? '…' : '–'}</span>
    ),
})
