'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { SelectableRow } from '@/components/ui/selectable-row'
import { Typeset } from '@/components/math/typeset'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import { TableFooter } from './table-footer'
import { type RowShortcuts, useCurrentRow } from './use-current-row'

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
  keys: RowShortcuts
  children: ReactNode
}) {
  const rows = list.map(({ annotation, href }) => ({ key: annotation, href }))
  const { currentKey, selectRow } = useCurrentRow(rows, keys)
  return (
    <>
      <Table aria-labelledby="annotations">
        <thead>
          <tr>
            <HeaderCell>Problem and result</HeaderCell>
            <HeaderCell className="max-desk:hidden">Annotator</HeaderCell>
            <HeaderCell>Status</HeaderCell>
            <HeaderCell className="max-wide:hidden">Submitted (UTC)</HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Active time
            </HeaderCell>
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
      <TableFooter keys={keys} opens="open">
        {children}
      </TableFooter>
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
      <Cell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <Typeset text={row.problem} />
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
            <Typeset text={row.note} />
          </div>
        )}
      </Cell>
      <Cell className="pt-2 max-desk:hidden">{row.person}</Cell>
      <Cell className="pt-2">{row.state}</Cell>
      <Cell className="pt-2 whitespace-nowrap text-ink-2 max-wide:hidden">{when}</Cell>
      <Cell numeric className="pt-2 whitespace-nowrap max-desk:hidden">
        {row.time}
      </Cell>
    </SelectableRow>
  )
}
