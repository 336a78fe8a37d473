import type { ReactNode } from 'react'
import { type DataColumn, DataTable } from '@/components/ui/data-table'
import { KeyLabel } from '@/components/ui/key-label'
import { formatKey } from '@/lib/auth/keymap'
import { type RowNavigationKeys, useCurrentRow } from './use-current-row'

/** What a table gets from its page. */
export interface NavigableTableProps<Row> {
  rows: readonly Row[]
  keys: RowNavigationKeys
  /** Page links. */
  children: ReactNode
}

/** A table in which two keys move the current row and Enter opens it. Page links and the keys are shown below. */
export function KeyboardNavigableTable<Row extends { href: string }>({
  labelId,
  rows,
  rowKey,
  columns,
  keys,
  children,
}: NavigableTableProps<Row> & {
  /** Id of the heading. */
  labelId: string
  rowKey: (row: Row) => string
  columns: readonly DataColumn<Row>[]
}) {
  const navigation = useCurrentRow(
    rows.map((row) => ({ key: rowKey(row), href: row.href })),
    keys,
  )
  return (
    <>
      <DataTable
        aria-labelledby={labelId}
        rows={rows}
        rowKey={rowKey}
        columns={columns}
        navigation={navigation}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3">
        <div>{children}</div>
        <p className="flex items-center gap-x-1.5 text-caption text-ink-3 max-desk:hidden">
          <KeyLabel name={formatKey(keys.next)} />
          <KeyLabel name={formatKey(keys.previous)} />
          <span className="pr-1">move</span>
          <KeyLabel name="⏎" />
          <span>open</span>
        </p>
      </div>
    </>
  )
}
