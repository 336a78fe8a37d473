import type { ComponentProps, ReactNode } from 'react'
import { EmptyText } from './empty-text'
import { joinClasses } from './join-classes'
import { currentRowClasses, SelectableRow } from './selectable-row'
import type { SortValue } from './sort-rows'
import { SortableRows, type ColumnHeaderOptions } from './sortable-rows'
import { Table, TableCell, TableHeaderCell, TableRow } from './table'
import { type RowsStatus, TableStatus } from './table-status'

export interface DataColumn<Row> {
  header: ReactNode
  /** The header is for screen readers only, as above buttons. */
  isHeaderHidden?: boolean
  render: (row: Row) => ReactNode
  /** A second line in small type. */
  renderCaption?: (row: Row) => ReactNode
  /** Makes the header a button that sorts the rows. */
  sortValue?: (row: Row) => SortValue
  /** Numbers are right-aligned. */
  numeric?: boolean
  /** Where the column is hidden, except in cards: `desk` up to 640 px, `wide` up to 1100 px. */
  minScreen?: 'desk' | 'wide'
  /** Classes of the header and the cells. */
  className?: string
  cellClassName?: string | ((row: Row) => string)
}

interface CommonProps<Row> extends Omit<ComponentProps<'table'>, 'children' | 'rows' | 'title'> {
  /** Columns that are `false` or `null` are left out. */
  columns: readonly (DataColumn<Row> | false | null)[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown instead of a table without rows. */
  empty?: ReactNode
  status?: RowsStatus
  /** The rows are a page of a longer list, so they can’t be sorted. */
  isPage?: boolean
  /** Each row is a card on a phone, for tables that would scroll sideways. */
  hasCards?: boolean
  /** The header stays on the screen, for long tables. Does not work inside a scroll box. */
  hasStickyHeader?: boolean
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
  | { hasLinks?: never; selectedKey?: never; navigation: RowNavigation }

interface RowNavigation {
  currentKey: string | null
  selectRow: (key: string) => void
  /** Below the current row. */
  details?: ReactNode
}

export type DataTableProps<Row> = CommonProps<Row> & RowProps

const screenClasses = { desk: 'max-desk:hidden', wide: 'max-wide:hidden' } as const

/** A table with one row per item. */
export function DataTable<Row>({
  columns,
  rows,
  rowKey,
  empty,
  status,
  isPage = false,
  hasCards = false,
  hasStickyHeader = false,
  hasLinks = false,
  selectedKey,
  navigation,
  className,
  ...tableProps
}: DataTableProps<Row>) {
  const visibleColumns = columns.filter((column) => column !== false && column !== null)
  const headers = visibleColumns.map(toHeader)
  const renderedRows = rows.map((row) => {
    const key = rowKey(row)
    const props = { name: key, hasLinks, selectedKey, navigation, columnCount: headers.length }
    return {
      key,
      row: (
        <DataRow key={key} {...props}>
          {visibleColumns.map((column, index) => (
            <TableCell
              key={index}
              numeric={column.numeric}
              data-label={hasCards && typeof column.header === 'string' ? column.header : undefined}
              className={getCellClasses(column, row)}
            >
              {column.render(row)}
              <Caption>{column.renderCaption?.(row)}</Caption>
            </TableCell>
          ))}
        </DataRow>
      ),
      sortValues: visibleColumns.map(({ sortValue }) => sortValue?.(row) ?? null),
    }
  })
  if (rows.length === 0 && status) return <TableStatus status={status} />
  if (rows.length === 0 && empty !== undefined) return <EmptyText>{empty}</EmptyText>
  return (
    <>
      <Table
        aria-busy={status?.kind === 'loading' ? true : undefined}
        className={joinClasses(
          hasCards && 'table-cards',
          hasStickyHeader && 'table-sticky-header',
          className,
        )}
        {...tableProps}
      >
        {!isPage && headers.some(({ isSortable }) => isSortable) ? (
          <SortableRows headers={headers} rows={renderedRows} />
        ) : (
          <>
            <thead>
              <tr>
                {headers.map(({ content, isSortable: _, ...header }, index) => (
                  <TableHeaderCell key={index} {...header}>
                    {content}
                  </TableHeaderCell>
                ))}
              </tr>
            </thead>
            <tbody>{renderedRows.map(({ row }) => row)}</tbody>
          </>
        )}
      </Table>
      {status && <TableStatus status={status} />}
    </>
  )
}

function DataRow({
  name,
  hasLinks,
  selectedKey,
  navigation,
  columnCount,
  children,
}: {
  name: string
  hasLinks: boolean
  selectedKey: string | null | undefined
  navigation: RowNavigation | undefined
  columnCount: number
  children: ReactNode
}) {
  if (!navigation)
    return hasLinks ? (
      <TableRow aria-selected={selectedKey === undefined ? undefined : name === selectedKey}>
        {children}
      </TableRow>
    ) : (
      <tr>{children}</tr>
    )
  const isCurrent = name === navigation.currentKey
  const details = isCurrent && navigation.details
  return (
    <>
      <SelectableRow
        name={name}
        isCurrent={isCurrent}
        onSelect={navigation.selectRow}
        className={details ? '[&>td]:border-b-0' : undefined}
      >
        {children}
      </SelectableRow>
      {details && (
        <tr id={`details-${name}`} className={currentRowClasses}>
          <TableCell colSpan={columnCount} className="pt-1 pb-4">
            {details}
          </TableCell>
        </tr>
      )}
    </>
  )
}

function Caption({ children }: { children: ReactNode }) {
  return children ? <span className="block text-caption text-ink-3">{children}</span> : null
}

function toHeader<Row>(column: DataColumn<Row>): ColumnHeaderOptions {
  const { header, isHeaderHidden, sortValue, numeric } = column
  return {
    content: isHeaderHidden ? <span className="sr-only">{header}</span> : header,
    isSortable: sortValue !== undefined,
    numeric,
    className: getColumnClasses(column),
  }
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
