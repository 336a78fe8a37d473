import { Fragment, type ReactNode } from 'react'
import { minCountForRate } from '@/lib/platform/proportion-interval'
import { roundPercentages } from '@/lib/platform/round-percentages'
import { joinClasses } from './join-classes'
import { RatingIcon } from './rating-icon'

/** Order of rows and columns, as on the labelling screen. */
export const matrixRatings = [
  { shape: 'cross', name: 'negative' },
  { shape: 'dash', name: 'neutral' },
  { shape: 'tick', name: 'positive' },
] as const

/** Shares of a row at which the next darker shade starts. */
export const ratingShadeBounds = [0.06, 0.2, 0.5, 0.7]

const headerClasses = 'p-1 text-caption font-book text-ink-3'

export interface RatingMatrixCell {
  count: number
  /** Share of the row; null if the row has too few counts for a rate. */
  share: number | null
  /** The share in percent; those of a row add up to 100. */
  percentage: number | null
  row: number
  column: number
}

const renderLabel = ({ shape, name }: (typeof matrixRatings)[number]) => (
  <>
    <RatingIcon shape={shape} className="inline-block size-4 align-[-3px]" /> {name}
  </>
)

interface RatingMatrixProps {
  /** Id of the heading. */
  labelledBy: string
  rowsTitle: string
  columnsTitle: string
  matrix: readonly (readonly number[])[]
  renderCell: (cell: RatingMatrixCell) => ReactNode
}

/**
 * Counts by two ratings of the same step.
 *
 * @param renderCell renders a `<td>`
 */
export function RatingMatrix({
  labelledBy,
  rowsTitle,
  columnsTitle,
  matrix,
  renderCell,
}: RatingMatrixProps) {
  return (
    <table
      className="w-full table-fixed border-separate border-spacing-0.5"
      aria-labelledby={labelledBy}
    >
      <thead>
        <tr>
          <th
            rowSpan={2}
            scope="col"
            className={joinClasses(headerClasses, 'w-24 pl-0 text-left align-bottom')}
          >
            {rowsTitle}
          </th>
          <th colSpan={3} scope="colgroup" className={joinClasses(headerClasses, 'wrap-anywhere')}>
            {columnsTitle}
          </th>
        </tr>
        <tr>
          {matrixRatings.map((rating) => (
            <th key={rating.name} scope="col" className="p-1 font-book text-ink-2">
              {renderLabel(rating)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrixRatings.map((rating, row) => (
          <tr key={rating.name}>
            <th scope="row" className="pr-2 text-left font-book whitespace-nowrap text-ink-2">
              {renderLabel(rating)}
            </th>
            {listCells(matrix[row] ?? [0, 0, 0], row).map((cell) => (
              <Fragment key={cell.column}>{renderCell(cell)}</Fragment>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The counts for a CSV file, a row for each cell. */
export function listRatingMatrixRows({
  rowsTitle,
  columnsTitle,
  matrix,
}: Pick<RatingMatrixProps, 'rowsTitle' | 'columnsTitle' | 'matrix'>): (string | number)[][] {
  const cells = matrixRatings.flatMap((rowRating, row) =>
    matrixRatings.map((columnRating, column) => [
      rowRating.name,
      columnRating.name,
      matrix[row]?.[column] ?? 0,
    ]),
  )
  return [[rowsTitle, columnsTitle, 'Steps'], ...cells]
}

function listCells(counts: readonly number[], row: number): RatingMatrixCell[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const percentages = roundPercentages(counts)
  const hasTooFewCounts = total < minCountForRate
  return counts.map((count, column) => ({
    count,
    share: hasTooFewCounts ? null : count / total,
    percentage: hasTooFewCounts ? null : (percentages[column] ?? 0),
    row,
    column,
  }))
}
