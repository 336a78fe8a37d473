import { disagreementListHref } from '@/components/reviews/review'
import { TableDownload } from '@/components/shell/table-download'
import { FigureTitle } from '@/components/ui/figure-title'
import {
  listRatingMatrixRows,
  matrixRatings,
  RatingMatrix,
  ratingShadeBounds,
} from '@/components/ui/rating-matrix'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { AgreementReport } from './agreement'
import { describeRatingDisagreements } from './describe-agreement'
import { formatMeasureValue } from './format-measures'
import { MatrixCell } from './matrix-cell'

const title = 'Confusion between ratings'

/** Ratings of the earlier annotation (rows) against the later one (columns). Cells with disagreements link to them. */
export function ConfusionMatrix({ slug, report }: { slug: string; report: AgreementReport }) {
  const { confusion, specific, coLabelledSteps, measures } = report
  const differences = describeRatingDisagreements(report)
  const labelledMatrix = {
    rowsTitle: 'First annotation',
    columnsTitle: 'Second annotation',
    matrix: confusion,
  }
  const showsCountsOnly = measures.sameRating.value === null
  return (
    <section aria-labelledby="confusion">
      <FigureTitle id="confusion" title={title}>
        <TableDownload name={title} rows={listRatingMatrixRows(labelledMatrix)} />
      </FigureTitle>
      <p className="pb-2 text-caption text-ink-3">
        {formatQuantity(coLabelledSteps, 'step')} rated by two annotators.{' '}
        {showsCountsOnly
          ? 'Too few for percentages, so these are counts.'
          : 'Each cell shows a count and, in rows of 20 or more steps, its share of the row.'}{' '}
        {differences}
      </p>
      <RatingMatrix
        labelledBy="confusion"
        {...labelledMatrix}
        renderCell={({ count, share, percentage, row, column }) => (
          <MatrixCell
            share={showsCountsOnly ? null : share}
            percentage={percentage}
            unit="%"
            caption={formatCount(count)}
            bounds={ratingShadeBounds}
            className="h-13"
            href={
              row === column || count === 0
                ? null
                : // A solution can differ in more than this cell, so there is no list of neutral against positive.
                  disagreementListHref(slug, row === 0 || column === 0 ? { kind: 'negative' } : {})
            }
          />
        )}
      />
      {!showsCountsOnly && (
        <p className="pt-2 text-caption text-ink-3">
          Specific agreement: {describeSpecific(specific)}
        </p>
      )}
    </section>
  )
}

const describeSpecific = (shares: AgreementReport['specific']) =>
  matrixRatings
    .map(({ name }, index) => {
      const share = shares[index] ?? null
      return `${name} ${share === null ? 'none' : formatMeasureValue(share, 'share')}`
    })
    .join(' · ')
