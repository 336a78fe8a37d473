import { DataTable } from '@/components/ui/data-table'
import { FigureWithoutData } from '@/components/ui/plot-frame'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatYieldsTitle, yieldSliceNames } from './describe-evaluation'
import type { YieldRow } from './evaluation'
import { formatSampleShortage, formatValueWithInterval, formatRoundLabel } from './format-figures'
import { IntervalWhisker } from './interval-whisker'

/** Errors found per 100 steps read, by round and slice. */
export function YieldBySliceSection({ yields }: { yields: readonly YieldRow[] }) {
  if (yields.length === 0)
    return (
      <FigureWithoutData id="yields" title="Errors per 100 steps">
        No annotations submitted yet.
      </FigureWithoutData>
    )
  const top = Math.max(
    1,
    ...yields.map(getMeasuredRate).map((rate) => rate?.high ?? rate?.value ?? 0),
  )
  return (
    <section aria-labelledby="yields">
      <h2 id="yields">{formatYieldsTitle(yields)}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        By round and slice. Steps up to the first error count as read. Brackets: 95% CI.
      </p>
      <DataTable
        aria-labelledby="yields"
        rows={yields}
        rowKey={({ round, slice }) => `${round} ${slice}`}
        columns={[
          { header: 'Round', render: ({ round }) => formatRoundLabel(round) },
          {
            header: 'Slice',
            render: ({ slice }) => yieldSliceNames[slice] ?? slice,
            renderCaption: ({ annotations, stepsRead }) => (
              <span className="desk:hidden">
                {formatQuantity(annotations, 'annotation')}, {formatQuantity(stepsRead, 'step')}{' '}
                read
              </span>
            ),
          },
          {
            header: 'Annotations',
            numeric: true,
            minScreen: 'desk',
            render: ({ annotations }) => formatCount(annotations),
          },
          {
            header: 'Steps read',
            numeric: true,
            minScreen: 'desk',
            render: ({ stepsRead }) => formatCount(stepsRead),
          },
          { header: 'Errors', numeric: true, render: ({ errors }) => formatCount(errors) },
          {
            header: 'Per 100 steps',
            numeric: true,
            render: (row) => {
              const rate = getMeasuredRate(row)
              return rate ? (
                formatValueWithInterval(rate, 1)
              ) : (
                <span className="text-ink-3">{formatSampleShortage(row.annotations)}</span>
              )
            },
          },
          {
            header: `0–${Math.round(top)}`,
            minScreen: 'wide',
            render: (row) => {
              const rate = getMeasuredRate(row)
              return rate && <IntervalWhisker interval={rate} top={top} />
            },
          },
        ]}
      />
    </section>
  )
}

/** Null with too few annotations. */
const getMeasuredRate = ({ annotations, errorsPer100Steps }: YieldRow) =>
  annotations >= minCountForRate ? errorsPer100Steps : null
