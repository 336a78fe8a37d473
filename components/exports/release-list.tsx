'use client'

import { usePolledList } from '@/components/jobs/use-polled-list'
import { ButtonLink } from '@/components/ui/button'
import { type DataColumn, DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { callApi } from '@/lib/client/call-api'
import { getRowUnit } from '@/lib/exports/consensus-names'
import { formatCount, formatInstant, formatQuantity } from '@/lib/platform/format'
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
        makeCountColumn('Train', ({ train }) => train, { minScreen: 'desk' }),
        makeCountColumn('Test', ({ test }) => test, { minScreen: 'desk' }),
        makeCountColumn(
          'Total',
          ({ train, test }) => ({
            annotations: train.annotations + test.annotations,
            solutions: train.solutions + test.solutions,
          }),
          { hasUnit: true },
        ),
      ]}
    />
  )
}

interface RowCounts {
  annotations: number
  solutions: number
}

/** Counts annotations, or solutions if the annotations of each are combined into one row. */
const makeCountColumn = (
  header: string,
  readCounts: (counts: NonNullable<Release['counts']>) => RowCounts,
  { minScreen, hasUnit = false }: { minScreen?: 'desk'; hasUnit?: boolean },
): DataColumn<Release> => {
  const readCount = ({ counts, options }: Release) =>
    counts && readCounts(counts)[getRowUnit(options.consensus)]
  return {
    header,
    numeric: true,
    minScreen,
    sortValue: readCount,
    render: (release) => {
      const count = readCount(release)
      if (count === null)
        return <span className="text-ink-3">{release.state === 'running' ? '…' : '–'}</span>
      const unit = getRowUnit(release.options.consensus)
      return hasUnit ? formatQuantity(count, singularUnits[unit]) : formatCount(count)
    },
  }
}

const singularUnits = { annotations: 'annotation', solutions: 'solution' } as const
