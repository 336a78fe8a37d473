import { Link } from '@/components/ui/link'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { describeSampleShortage } from '@/components/insights/format-figures'
import type { ScorerMetrics } from '@/lib/scoring/contract'
import { formatCount, formatInstant, formatQuantity } from '@/lib/platform/format'
import { countSolutionsWithError, formatAuc, formatRoundedPercent } from './describe-scorer-metrics'
import { describeTrainingState } from './describe-score-run'
import { scorersHref, type ScorersPageParams, type ScorerVersion } from './scorer'

/** The versions of the embedded scorer and their metrics, next to baselines that need no scorer. */
export function ScorerVersionTable({
  slug,
  versions,
  chosen,
  run,
}: {
  slug: string
  versions: readonly ScorerVersion[]
  /** The version whose metrics are shown. */
  chosen: ScorerVersion | null
  /** Kept in links. */
  run: ScorersPageParams['run']
}) {
  return (
    <>
      <Table aria-label="Embedded scorer versions">
        <thead>
          <tr>
            <TableHeaderCell>Version</TableHeaderCell>
            <TableHeaderCell numeric>Step AUC</TableHeaderCell>
            <TableHeaderCell numeric>First error found</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Calibration error
            </TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              isChosen={version.version === chosen?.version}
              href={scorersHref(slug, { version: version.version, run })}
            />
          ))}
        </tbody>
      </Table>
      <p className="max-w-[44rem] pt-2 text-caption text-ink-3">
        On held-out problems. Below each: step position alone, and chance. Times in UTC.
      </p>
    </>
  )
}

function VersionRow({
  version,
  isChosen,
  href,
}: {
  version: ScorerVersion
  isChosen: boolean
  href: string
}) {
  const { metrics, solutions, steps, createdAt, by } = version
  const state = describeTrainingState(version)
  return (
    <TableRow aria-selected={isChosen}>
      <TableCell>
        {metrics ? (
          <Link href={href} scroll={false} aria-current={isChosen ? 'true' : undefined}>
            Version {version.version}
          </Link>
        ) : (
          `Version ${version.version}`
        )}
        {version.knowsLittle && version.state === 'done' && (
          <span className="font-strong">, few labels</span>
        )}
        <span className="block text-caption text-ink-3">
          {state ??
            `${formatQuantity(solutions ?? 0, 'solution')}, ${formatCount(steps ?? 0)} steps, seed ${version.seed}`}
        </span>
        <span className="block text-caption text-ink-3">
          by {by}, <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
        </span>
      </TableCell>
      {metrics === null ? <NoFigures /> : <Figures metrics={metrics} />}
    </TableRow>
  )
}

function NoFigures() {
  return (
    <>
      <TableCell />
      <TableCell />
      <TableCell className="max-desk:hidden" />
    </>
  )
}

type HeldOutMetrics = Pick<
  ScorerMetrics,
  | 'heldOutSolutions'
  | 'heldOutSteps'
  | 'heldOutErrors'
  | 'stepAuc'
  | 'firstErrorHit'
  | 'calibrationError'
>

/** Three cells: step AUC, first errors and calibration error. */
export function Figures({ metrics }: { metrics: HeldOutMetrics }) {
  const fewSteps = describeSampleShortage(metrics.heldOutSteps)
  const fewErrors = describeSampleShortage(countSolutionsWithError(metrics))
  return (
    <>
      <Figure triple={metrics.stepAuc} write={formatAuc} few={fewSteps} />
      <Figure triple={metrics.firstErrorHit} write={formatRoundedPercent} few={fewErrors} />
      <TableCell numeric className="max-desk:hidden">
        {fewSteps ?? metrics.calibrationError?.toFixed(3) ?? 'unknown'}
      </TableCell>
    </>
  )
}

function Figure({
  triple,
  write,
  few,
}: {
  triple: { model: number; positionOnly: number; random: number } | null
  write: (value: number) => string
  /** Shown instead of a metric based on too few data. */
  few: string | null
}) {
  if (triple === null) return <TableCell numeric>unknown</TableCell>
  if (few !== null) return <TableCell numeric>{few}</TableCell>
  return (
    <TableCell numeric className="whitespace-nowrap">
      <b>{write(triple.model)}</b>
      <span className="block text-caption text-ink-3">position {write(triple.positionOnly)}</span>
      <span className="block text-caption text-ink-3">chance {write(triple.random)}</span>
    </TableCell>
  )
}
