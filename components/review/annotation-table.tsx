'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { SelectableRow } from '@/components/ui/selectable-row'
import { TypesetContent } from '@/components/math/typeset-content'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import { KeyboardTableFooter } from './keyboard-table-footer'
import { type RowNavigationKeys, useCurrentRow } from './use-current-row'

/** A row of the table, with typeset texts. */
export interface AnnotationRowData {
  annotation: string
  href: string
  problem: TypesetText
  note: TypesetText | null
  summary: string
  state: string
  person: string
  at: string
  time: string
}

/** Annotations, newest first. Enter opens the current one. */
export function AnnotationTable({
  list,
  keys,
  children,
}: {
  list: readonly AnnotationRowData[]
  keys: RowNavigationKeys
  children: ReactNode
}) {
  const rows = list.map(({ annotation, href }) => ({ key: annotation, href }))
  const { currentKey, selectRow } = useCurrentRow(rows, keys)
  return (
    <>
      <Table aria-labelledby="annotations">
        <thead>
          <tr>
            <TableHeaderCell>Problem and result</TableHeaderCell>
            <TableHeaderCell className="max-desk:hidden">Annotator</TableHeaderCell>
            <TableHeaderCell>Status</TableHeaderCell>
            <TableHeaderCell className="max-wide:hidden">Submitted (UTC)</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Active time
            </TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <AnnotationRow
              key={row.annotation}
              row={row}
              isCurrent={row.annotation === currentKey}
              onSelect={selectRow}
            />
          ))}
        </tbody>
      </Table>
      <KeyboardTableFooter keys={keys} opens="open">
        {children}
      </KeyboardTableFooter>
    </>
  )
}

function AnnotationRow({
  row,
  isCurrent,
  onSelect,
}: {
  row: AnnotationRowData
  isCurrent: boolean
  onSelect: (annotation: string) => void
}) {
  const when = formatInstant(row.at)
  return (
    <SelectableRow name={row.annotation} {...{ isCurrent, onSelect }}>
      <TableCell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <TypesetContent text={row.problem} />
        </div>
        <p className="pt-0.5 text-caption text-ink-3">
          <Link
            href={row.href}
            aria-label={`${row.summary}, ${row.person}, ${when}`}
            className="font-label"
          >
            {row.summary}
          </Link>
          <span className="desk:hidden">, {row.person}</span>
          <span className="wide:hidden">, {when}</span>
        </p>
        {row.note && (
          <div className="font-read text-excerpt font-text text-ink-2 italic">
            <TypesetContent text={row.note} />
          </div>
        )}
      </TableCell>
      <TableCell className="pt-2 max-desk:hidden">{row.person}</TableCell>
      <TableCell className="pt-2">{row.state}</TableCell>
      <TableCell className="pt-2 whitespace-nowrap text-ink-2 max-wide:hidden">{when}</TableCell>
      <TableCell numeric className="pt-2 whitespace-nowrap max-desk:hidden">
        {row.time}
      </TableCell>
    </SelectableRow>
  )
}
