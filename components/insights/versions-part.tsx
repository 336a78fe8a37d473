import { Cell, HeadCell, Table } from '@/components/ui/table'
import { coldStartSolutions } from '@/lib/scoring/contract'
import { countWithError } from '@/components/scorers/describe-metrics'
import { formatCount } from '@/lib/platform/format'
import { tellFew } from './describe-evaluation'
import type { EvaluationResult } from './evaluation'
import { Missing } from './plot-frame'
import { writePercent } from './write-figures'

/** Versions of the embedded scorer beside one another, on problems that each did not learn from. */
export function VersionsPart({ versions }: Pick<EvaluationResult, 'versions'>) {
  if (versions.length === 0)
    return (
      <Missing id="versions" title="Scorer version against version">
        The embedded scorer has not learnt here yet. It learns from labels, from{' '}
        {coldStartSolutions} labelled solutions on with some sense.
      </Missing>
    )
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Scorer version against version</h2>
      <p className="pb-3 text-caption text-ink-3">
        The embedded scorer on held-out problems; in brackets what the place of a step alone does.
        Held-out problems are not the same for all, and these numbers have no intervals, so small
        differences say little.
      </p>
      <Table aria-labelledby="versions">
        <thead>
          <tr>
            <HeadCell>Version</HeadCell>
            <HeadCell numeric>Learnt from</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Held-out steps
            </HeadCell>
            <HeadCell numeric>Step AUC</HeadCell>
            <HeadCell numeric>First error hit</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Calibration error
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, solutions, metrics }) => (
            <tr key={version}>
              <Cell>{version}</Cell>
              <Cell numeric>
                {formatCount(solutions)}
                {solutions < coldStartSolutions && <span className="text-ink-3">, few</span>}
              </Cell>
              <Cell numeric className="max-desk:hidden">
                {formatCount(metrics.heldOutSteps)}
              </Cell>
              <Beside
                triple={metrics.stepAuc}
                write={(value) => value.toFixed(2)}
                few={tellFew(metrics.heldOutSteps, 'step')}
              />
              <Beside
                triple={metrics.firstErrorHit}
                write={writePercent}
                few={tellFew(countWithError(metrics), 'error')}
              />
              <Cell numeric className="max-desk:hidden">
                {tellFew(metrics.heldOutSteps, 'step') ??
                  metrics.calibrationError?.toFixed(3) ??
                  'not known'}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function Beside({
  triple,
  write,
  few,
}: {
  triple: { model: number; positionOnly: number } | null
  write: (value: number) => string
  /** In the place of a number that too little stands behind. */
  few: string | null
}) {
  if (triple === null) return <Cell numeric>not known</Cell>
  if (few !== null) return <Cell numeric>{few}</Cell>
  return (
    <Cell numeric>
      {write(triple.model)} <span className="text-ink-3">({write(triple.positionOnly)})</span>
    </Cell>
  )
}
