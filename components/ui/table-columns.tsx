import { formatCount } from '@/lib/platform/format'
import type { DataColumn } from './data-table'
import { LinkButton } from './link-button'

/**
 * A button in each row. The header is for screen readers only.
 *
 * @param nameAction the accessible name, such as `Change Ana`; false for a row without the button
 */
export const makeActionColumn = <Row,>(
  label: string,
  nameAction: (row: Row) => string | false,
  run: (row: Row) => void,
): DataColumn<Row> => ({
  header: label,
  isHeaderHidden: true,
  cellClassName: 'text-right whitespace-nowrap',
  render: (row) => {
    const name = nameAction(row)
    return (
      name !== false && (
        <LinkButton aria-label={name} onClick={() => run(row)}>
          {label}
        </LinkButton>
      )
    )
  },
})

/** A column of counts by which the rows can be sorted. Null shows nothing. */
export const makeCountColumn = <Row,>(
  header: string,
  readCount: (row: Row) => number | null,
  minScreen?: 'desk',
): DataColumn<Row> => ({
  header,
  numeric: true,
  minScreen,
  sortValue: readCount,
  render: (row) => {
    const count = readCount(row)
    return count !== null && formatCount(count)
  },
})
