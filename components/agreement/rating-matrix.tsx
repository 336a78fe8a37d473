import { Fragment, type ReactNode } from 'react'
import { Mark } from '@/components/ui/mark'

/** In the order of the rail, which is that of rows and columns. */
export const matrixRatings = [
  { shape: 'cross', word: 'negative' },
  { shape: 'dash', word: 'neutral' },
  { shape: 'tick', word: 'positive' },
] as const

/** From which share of its row on a cell is darker. */
export const ratingBounds = [0.06, 0.2, 0.5, 0.7]

/** What stands over rows and columns. */
export const matrixOver = 'p-1 text-caption font-book text-ink-3'

export interface RatingCell {
  count: number
  /** Of the row; null: nothing is in it. */
  share: number | null
  row: number
  column: number
}

const label = ({ shape, word }: (typeof matrixRatings)[number]) => (
  <>
    <Mark shape={shape} className="inline-block size-4 align-[-3px]" /> {word}
  </>
)

export function RatingHeads() {
  return matrixRatings.map((rating) => (
    <th key={rating.word} scope="col" className="p-1 font-book text-ink-2">
      {label(rating)}
    </th>
  ))
}

/** @param renderCell a table cell */
export function RatingRows({
  matrix,
  renderCell,
}: {
  matrix: readonly (readonly number[])[]
  renderCell: (cell: RatingCell) => ReactNode
}) {
  return matrixRatings.map((rating, row) => {
    const counts = matrix[row] ?? [0, 0, 0]
    const all = counts.reduce((sum, count) => sum + count, 0)
    return (
      <tr key={rating.word}>
        <th scope="row" className="pr-2 text-left font-book whitespace-nowrap text-ink-2">
          {label(rating)}
        </th>
        {counts.map((count, column) => (
          <Fragment key={matrixRatings[column]?.word}>
            {renderCell({ count, share: all === 0 ? null : count / all, row, column })}
          </Fragment>
        ))}
      </tr>
    )
  })
}
