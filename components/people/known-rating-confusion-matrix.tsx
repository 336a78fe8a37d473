import { TableDownload } from '@/components/shell/table-download'
import { FigureTitle } from '@/components/ui/figure-title'
import { joinClasses } from '@/components/ui/join-classes'
import { getShadeClass } from '@/components/ui/matrix-shades'
import {
  listRatingMatrixRows,
  RatingMatrix,
  ratingShadeBounds,
} from '@/components/ui/rating-matrix'
import { formatCount, formatQuantity } from '@/lib/platform/format'

/** Confusion matrix of known ratings and the person's ratings: counts, with percentages in rows that have enough steps. */
export function KnownRatingConfusionMatrix({
  id,
  title,
  caption,
  reference,
  person,
  emptyMessage,
  matrix,
}: {
  id: string
  title: string
  caption: string
  /** Header of the known ratings. */
  reference: string
  /** Name of the annotator, above the columns. */
  person: string
  /** Displayed instead if there are no known ratings. */
  emptyMessage: string
  matrix: readonly (readonly number[])[]
}) {
  const steps = matrix.flat().reduce((sum, count) => sum + count, 0)
  if (steps === 0)
    return (
      <section aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <p className="mt-2 border-t border-ink pt-3 text-ink-2">{emptyMessage}</p>
      </section>
    )
  const labelledMatrix = { rowsTitle: reference, columnsTitle: person, matrix }
  return (
    <section aria-labelledby={id}>
      <FigureTitle id={id} title={title}>
        <TableDownload name={title} rows={listRatingMatrixRows(labelledMatrix)} />
      </FigureTitle>
      <p className="pb-2 text-caption text-ink-3">
        {formatQuantity(steps, 'step')}; {caption}
      </p>
      <RatingMatrix
        labelledBy={id}
        {...labelledMatrix}
        renderCell={({ count, share, percentage }) => (
          <td
            className={joinClasses(
              'h-13 p-0 text-center',
              getShadeClass(share ?? 0, ratingShadeBounds),
            )}
          >
            {percentage !== null && (
              <span className="block text-strong font-strong">{percentage}%</span>
            )}
            <span className="text-caption">{formatCount(count)}</span>
          </td>
        )}
      />
    </section>
  )
}
