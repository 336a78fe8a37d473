import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './join-classes'
import { SelectableRow } from './selectable-row'
import { Table, TableCell, TableHeaderCell, TableRow } from './table'

export interface DataColumn<Row> {
  header: ReactNode
  /** The header is for screen readers only, as above buttons. */
  isHeaderHidden?: boolean
  render: (row: Row) => ReactNode
  /** A second line in small type. */
  renderCaption?: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  numeric?: boolean
  /** The column is hidden on narrower screens. */
  minScreen?: 'desk' | 'wide'
  /** Classes of the header and the cells. */
  className?: string
  cellClassName?: string | ((row: Row) => string)
}

interface CommonProps<Row> extends Omit<ComponentProps<'table'>, 'children' | 'rows'> {
  /** Columns that are `false` or `null` are left out. */
  columns: readonly (DataColumn<Row> | false | null)[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** Plain rows, rows with links, or rows with keyboard navigation. */
type RowProps =
  | { hasLinks?: false; selectedKey?: never; navigation?: never }
  | {
      /** Rows that link to a page are highlighted under the pointer. */
      hasLinks: true
      /** Key of the row that the rest of the page is about. */
      selectedKey?: string | null
      navigation?: never
    }
  | {
      hasLinks?: never
      selectedKey?: never
      navigation: { currentKey: string | null; selectRow: (key: string) => void }
    }

type DataTableProps<Row> = CommonProps<Row> & RowProps

const screenClasses = { desk: 'max-desk:hidden', wide: 'max-wide:hidden' } as const

/** A table with one row per item. */
export function DataTable<Row>({
  columns,
  rows,
  rowKey,
  hasLinks = false,
  selectedKey,
  navigation,
  ...table
}: DataTableProps<Row>) {
  const visibleColumns = columns.filter((column) => column !== false && column !== null)
  const listCells = (row: Row) =>
    visibleColumns.map((column, index) => (
      <TableCell key={index} numeric={column.numeric} className={getCellClasses(column, row)}>
        {column.render(row)}
        <Caption>{column.renderCaption?.(row)}</Caption>
      </TableCell>
    ))
  return (
    <Table {...table}>
      <thead>
        <tr>
          {visibleColumns.map(({ header, isHeaderHidden, numeric, ...column }, index) => (
            <TableHeaderCell key={index} numeric={numeric} className={getColumnClasses(column)}>
              {isHeaderHidden ? <span className="sr-only">{header}</span> : header}
            </TableHeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row)
          if (navigation)
            return (
              <SelectableRow
                key={key}
                name={key}
                isCurrent={key === navigation.currentKey}
                onSelect={navigation.selectRow}
              >
                {listCells(row)}
              </SelectableRow>
            )
          const isSelected = selectedKey === undefined ? undefined : key === selectedKey
          return hasLinks ? (
            <TableRow key={key} aria-selected={isSelected}>
              {listCells(row)}
            </TableRow>
          ) : (
            <tr key={key}>{listCells(row)}</tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function Caption({ children }: { children: ReactNode }) {
  return children ? <span className="block text-caption text-ink-3">{children}</span> : null
}

function getColumnClasses({
  minScreen,
  className,
}: Pick<DataColumn<never>, 'minScreen' | 'className'>) {
  return joinClasses(minScreen && screenClasses[minScreen], className)
}

function getCellClasses<Row>(column: DataColumn<Row>, row: Row) {
  const { cellClassName } = column
  return joinClasses(
    typeof cellClassName === 'function' ? cellClassName(row) : cellClassName,
    getColumnClasses(column),
  )
}
