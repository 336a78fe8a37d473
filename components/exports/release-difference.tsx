import { ServerTypesetText } from '@/components/math/server-typeset-text'
import { CommandLineText } from '@/components/ui/command-line-text'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { describeReleaseMismatch } from '@/lib/exports/describe-release-mismatch'
import { formatCount } from '@/lib/platform/format'
import { compareReleaseOptions, describeReleaseDifference } from './describe-release'
import {
  releaseHref,
  type ReleaseDiff,
  type HeldOutList,
  formatReleaseName,
  type Release,
} from './release'

/** Compares a release with an earlier one: counts, changed options, and the first annotations of each kind. */
export function ReleaseDifference({
  slug,
  release,
  earlierReleases,
  difference,
  lists,
  people,
}: {
  slug: string
  release: Release
  /** Earlier releases, newest first. */
  earlierReleases: readonly Release[]
  difference: ReleaseDiff | null
  lists: readonly HeldOutList[]
  people: ReadonlyMap<string, string>
}) {
  if (earlierReleases.length === 0 || release.state !== 'done') return null
  const baseRelease = earlierReleases.find(({ number }) => number === difference?.from)
  const changedOptions = baseRelease
    ? compareReleaseOptions(baseRelease.options, release.options, {
        list: (id) => lists.find(({ list }) => list === id)?.name ?? 'a removed list',
        person: (labeler) => people.get(labeler) ?? labeler,
      })
    : []
  return (
    <section aria-labelledby="difference">
      <SectionHeader id="difference" title="Comparison" />
      <nav
        aria-label="Compare with"
        className="flex flex-wrap gap-x-5 gap-y-1 border-t border-ink pt-3 pb-5"
      >
        <span className="text-ink-3">Compare with</span>
        {earlierReleases.map((each) => (
          <Link
            key={each.number}
            href={`${releaseHref(slug, release.number)}?from=${each.number}#difference`}
            aria-current={each.number === difference?.from ? 'true' : undefined}
            className="wrap-anywhere aria-[current]:font-strong aria-[current]:text-ink"
          >
            {formatReleaseName(each)}
          </Link>
        ))}
      </nav>
      {difference && (
        <>
          <Changes
            difference={difference}
            summary={describeReleaseDifference(
              difference,
              [baseRelease ?? release, release].map(({ options }) => options.consensus),
            )}
            changedOptions={changedOptions}
            people={people}
          />
          <div className="pt-4">
            <CommandLineText
              command={`npm run -s stepmark -- release diff ${difference.from} ${difference.to} --project ${slug}`}
            />
          </div>
        </>
      )}
    </section>
  )
}

function Changes({
  difference,
  summary,
  changedOptions,
  people,
}: {
  difference: ReleaseDiff
  summary: string
  changedOptions: ReturnType<typeof compareReleaseOptions>
  people: ReadonlyMap<string, string>
}) {
  const { added, removed, changed, moved } = difference
  const mismatch = describeReleaseMismatch(difference)
  const kinds = [
    { name: 'New', count: added, firstChanges: difference.firstAdded },
    { name: 'Changed', count: changed, firstChanges: difference.firstChanged },
    { name: 'Removed', count: removed, firstChanges: difference.firstRemoved },
    { name: 'Moved between train and test', count: moved, firstChanges: difference.firstMoved },
  ].filter(({ count }) => count > 0)
  return (
    <div className="grid gap-8">
      <div className="grid max-w-abstract gap-3">
        <p className="font-read text-abstract font-text text-ink-2">{summary}</p>
        {mismatch && <p className="text-ui text-ink-2">{mismatch}</p>}
      </div>
      {changedOptions.length > 0 && <ChangedOptions rows={changedOptions} />}
      {kinds.map((kind) => (
        <ChangeTable key={kind.name} {...kind} people={people} />
      ))}
    </div>
  )
}

function ChangedOptions({ rows }: { rows: ReturnType<typeof compareReleaseOptions> }) {
  return (
    <div>
      <h3 className="pb-2">Changed options</h3>
      <DataTable
        aria-label="Changed options"
        rows={rows}
        rowKey={({ label }) => label}
        hasCards
        columns={[
          {
            header: 'Option',
            className: 'w-44 max-desk:w-28',
            cellClassName: 'text-ink-3',
            render: ({ label }) => label,
          },
          {
            header: 'Before',
            className: 'wrap-anywhere',
            render: ({ before }) => before ?? notSet,
          },
          { header: 'Now', className: 'wrap-anywhere', render: ({ after }) => after ?? notSet },
        ]}
      />
    </div>
  )
}

const notSet = <span className="text-ink-3">not set</span>

const maxShownChanges = 20

function ChangeTable({
  name,
  count,
  firstChanges,
  people,
}: {
  name: string
  count: number
  firstChanges: ReleaseDiff['firstAdded']
  people: ReadonlyMap<string, string>
}) {
  return (
    <div>
      <h3 className="pb-2">
        {name}, {formatCount(count)}
      </h3>
      <DataTable
        aria-label={name}
        rows={firstChanges.slice(0, maxShownChanges)}
        rowKey={({ annotation }) => annotation}
        columns={[
          {
            header: 'Problem',
            className: 'wrap-anywhere',
            render: (change) => <ChangedProblem change={change} />,
          },
          {
            header: 'Solution',
            minScreen: 'desk',
            cellClassName: 'font-mono text-caption font-text wrap-anywhere',
            render: ({ solution, solutionExternalId }) => solutionExternalId ?? solution,
          },
          {
            header: 'By',
            className: 'min-w-24 wrap-anywhere',
            render: ({ labeler }) => people.get(labeler) ?? labeler,
          },
          {
            header: 'Split',
            cellClassName: 'whitespace-nowrap max-desk:whitespace-normal',
            render: describeMove,
          },
        ]}
      />
      {count > maxShownChanges && (
        <p className="pt-2 text-caption text-ink-3">
          First {formatCount(Math.min(maxShownChanges, firstChanges.length))} of{' '}
          {formatCount(count)}.
        </p>
      )}
    </div>
  )
}

function ChangedProblem({ change }: { change: ReleaseDiff['firstAdded'][number] }) {
  const { problem, problemExternalId, statementExcerpt } = change
  return (
    <>
      {statementExcerpt !== null && (
        <div className="font-read font-text">
          <ServerTypesetText source={statementExcerpt} />
        </div>
      )}
      {(problemExternalId !== null || statementExcerpt === null) && (
        <span className="block font-mono text-caption font-text text-ink-3">
          {problemExternalId ?? problem}
        </span>
      )}
    </>
  )
}

function describeMove({ from, to, split }: ReleaseDiff['firstAdded'][number]): string {
  return from !== null && to !== null && from !== to ? `${from} → ${to}` : split
}
