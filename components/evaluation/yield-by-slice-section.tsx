import { DataTable } from '@/components/ui/data-table'
import { FigureWithoutData } from '@/components/ui/plot-frame'
import { makeCountColumn } from '@/components/ui/table-columns'
import { formatQuantity } from '@/lib/platform/format'
import { formatSampleShortage } from '@/lib/platform/format-share'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { formatYieldsTitle, yieldSliceNames } from './describe-evaluation'
import type { YieldRow } from './evaluation'
import { formatValueWithInterval, formatRoundLabel } from './format-figures'
import { IntervalWhisker } from './interval-whisker'

/** Errors found per 100 steps read, by round and slice. */
export function YieldBySliceSection({ yields }: { yields: readonly YieldRow[] }) {
  if (yields.length === 0)
    return (
      <FigureWithoutData id="yields" title="Errors per 100 steps">
        No annotations submitted yet.
      </FigureWithoutData>
    )
  const maxRate = Math.max(
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
          {
            header: 'Round',
            sortValue: ({ round }) => formatRoundLabel(round),
            render: ({ round }) => formatRoundLabel(round),
          },
          {
            header: 'Slice',
            sortValue: ({ slice }) => yieldSliceNames[slice] ?? slice,
            render: ({ slice }) => yieldSliceNames[slice] ?? slice,
            renderCaption: ({ annotations, stepsRead }) => (
              <span className="desk:hidden">
                {formatQuantity(annotations, 'annotation')}, {formatQuantity(stepsRead, 'step')}{' '}
                read
              </span>
            ),
          },
          makeCountColumn<YieldRow>('Annotations', ({ annotations }) => annotations, 'desk'),
          makeCountColumn<YieldRow>('Steps read', ({ stepsRead }) => stepsRead, 'desk'),
          makeCountColumn<YieldRow>('Errors', ({ errors }) => errors),
          {
            header: 'Per 100 steps',
            numeric: true,
            sortValue: (row) => getMeasuredRate(row)?.value ?? null,
            render: (row) => {
              const rate = getMeasuredRate(row)
              return rate ? (
                formatValueWithInterval(rate, 1)
              ) : (
                <span className="text-ink-3">{formatSampleShortage(row.annotations)}</span>
              )
            },
          },
          yields.some(getMeasuredRate) && {
            header: `95% CI (axis 0 to ${Math.round(maxRate)})`,
            minScreen: 'wide',
            render: (row) => {
              const rate = getMeasuredRate(row)
              return rate && <IntervalWhisker interval={rate} max={maxRate} />
            },
          },
        ]}
      />
    </section>
  )
}

/** Null if there are too few annotations. */
const getMeasuredRate = ({ annotations, errorsPer100Steps }: YieldRow) =>
  annotations >= minCountForRate ? errorsPer100Steps : null
