import { Link } from '@/components/ui/link'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { tellFew } from '@/components/insights/describe-evaluation'
import type { ScorerMetrics } from '@/lib/scoring/contract'
import { formatCount, formatInstant, formatNoun } from '@/lib/platform/format'
import { countWithError, writeAuc, writePercent } from './describe-metrics'
import { describeVersionState } from './describe-run'
import { addressScorers, type ScorersAsked, type ScorerVersion } from './scorer'

/** What it had learnt at which time, and how well each version does beside what needs no scorer. */
export function VersionTable({
  slug,
  versions,
  chosen,
  run,
}: {
  slug: string
  versions: readonly ScorerVersion[]
  /** The one whose figures stand beside. */
  chosen: ScorerVersion | null
  /** Stays chosen as it is. */
  run: ScorersAsked['run']
}) {
  return (
    <>
      <Table aria-label="Versions of the embedded scorer">
        <thead>
          <tr>
            <HeadCell>Version</HeadCell>
            <HeadCell numeric>Tells steps apart</HeadCell>
            <HeadCell numeric>Finds the error</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Calibration error
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              isChosen={version.version === chosen?.version}
              href={addressScorers(slug, { version: version.version, run })}
            />
          ))}
        </tbody>
      </Table>
      <p className="max-w-[44rem] pt-2 text-caption text-ink-3">
        On problems that were held out: AUC over steps, and how often the error in a solution is the
        step it points at. Under each, what the place of a step alone and chance would do. Times in
        UTC.
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
  const state = describeVersionState(version)
  return (
    <Row aria-selected={isChosen}>
      <Cell>
        {metrics ? (
          <Link href={href} scroll={false} aria-current={isChosen ? 'true' : undefined}>
            Version {version.version}
          </Link>
        ) : (
          `Version ${version.version}`
        )}
        {version.knowsLittle && version.state === 'done' && (
          <span className="font-strong">, knows little</span>
        )}
        <span className="block text-caption text-ink-3">
          {state ??
            `${formatNoun(solutions ?? 0, 'solution')}, ${formatCount(steps ?? 0)} steps, seed ${version.seed}`}
        </span>
        <span className="block text-caption text-ink-3">
          by {by}, <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
        </span>
      </Cell>
      {metrics === null ? <NoFigures /> : <Figures metrics={metrics} />}
    </Row>
  )
}

function NoFigures() {
  return (
    <>
      <Cell />
      <Cell />
      <Cell className="max-desk:hidden" />
    </>
  )
}

function Figures({ metrics }: { metrics: ScorerMetrics }) {
  const fewSteps = tellFew(metrics.heldOutSteps, 'step')
  const fewErrors = tellFew(countWithError(metrics), 'error')
  return (
    <>
      <Figure triple={metrics.stepAuc} write={writeAuc} few={fewSteps} />
      <Figure triple={metrics.firstErrorHit} write={writePercent} few={fewErrors} />
      <Cell numeric className="max-desk:hidden">
        {fewSteps ?? metrics.calibrationError?.toFixed(3) ?? 'not known'}
      </Cell>
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
  /** In the place of a number that too little stands behind. */
  few: string | null
}) {
  if (triple === null) return <Cell numeric>not known</Cell>
  if (few !== null) return <Cell numeric>{few}</Cell>
  return (
    <Cell numeric className="whitespace-nowrap">
      <b>{write(triple.model)}</b>
      <span className="block text-caption text-ink-3">place {write(triple.positionOnly)}</span>
      <span className="block text-caption text-ink-3">chance {write(triple.random)}</span>
    </Cell>
  )
}
