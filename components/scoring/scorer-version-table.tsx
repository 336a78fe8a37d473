import { DataTable } from '@/components/ui/data-table'
import { LearnMore } from '@/components/ui/learn-more'
import { Link } from '@/components/ui/link'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import { describeTrainingState } from './describe-score-run'
import { scorersHref, type ScorersPageParams, type ScorerVersion } from './scorer'
import { HeldOutCaption, listMetricColumns } from './scorer-metric-columns'

/** The versions of the embedded scorer and their metrics, next to baselines that need no scorer. */
export function ScorerVersionTable({
  slug,
  versions,
  selectedVersion,
  run,
}: {
  slug: string
  versions: readonly ScorerVersion[]
  /** The version whose metrics are shown. */
  selectedVersion: ScorerVersion | null
  /** Run selected on the page, kept in links. */
  run: ScorersPageParams['run']
}) {
  return (
    <>
      <DataTable
        aria-label="Embedded scorer versions"
        rows={versions}
        rowKey={({ version }) => String(version)}
        hasLinks
        selectedKey={selectedVersion && String(selectedVersion.version)}
        columns={[
          {
            header: 'Version',
            sortValue: ({ version }) => version,
            render: (version) => (
              <VersionDetails
                version={version}
                isSelected={version.version === selectedVersion?.version}
                href={scorersHref(slug, { version: version.version, run })}
              />
            ),
          },
          ...listMetricColumns<ScorerVersion>(),
        ]}
      />
      <p className="max-w-[44rem] pt-2 text-caption text-ink-3">
        To be measured, each version is first trained without about 1 in 5 problems. To score, it is
        then trained again with them. Problems on held-out lists are never used. Grey: baselines
        that know only the step position, or nothing. Times in UTC.{' '}
        <LearnMore doc="scoring#metrics" topic="metrics" />
      </p>
    </>
  )
}

function VersionDetails({
  version,
  isSelected,
  href,
}: {
  version: ScorerVersion
  isSelected: boolean
  href: string
}) {
  const { metrics, solutions, steps, createdAt, by } = version
  const state = describeTrainingState(version)
  return (
    <>
      {metrics ? (
        <Link href={href} scroll={false} aria-current={isSelected ? 'true' : undefined}>
          Version {version.version}
        </Link>
      ) : (
        `Version ${version.version}`
      )}
      {version.hasFewLabels && version.state === 'done' && (
        <span className="font-strong">, few labels</span>
      )}
      <span className="block text-caption text-ink-3">
        {state ??
          `${formatQuantity(solutions ?? 0, 'solution')}, ${formatQuantity(steps ?? 0, 'rating')}, seed ${version.seed}`}
      </span>
      {metrics && metrics.heldOutSteps > 0 && (
        <span className="block text-caption text-ink-3">
          <HeldOutCaption metrics={metrics} />
        </span>
      )}
      <span className="block text-caption text-ink-3">
        by {by}, <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
      </span>
    </>
  )
}
