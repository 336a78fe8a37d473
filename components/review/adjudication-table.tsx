'use client'

import type { ReactNode } from 'react'
import { Typeset } from '@/components/math/typeset'
import { Link } from '@/components/ui/link'
import { SelectableRow } from '@/components/ui/selectable-row'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import { TableFooter } from './table-footer'
import { type RowShortcuts, useCurrentRow } from './use-current-row'

/** A row of the table, with typeset texts. */
export interface AdjudicationRowData {
  adjudication: string
  href: string
  problem: TypesetText
  note: TypesetText | null
  outcome: string
  isGold: boolean
  by: string
  at: string
}

/** Current adjudications, newest first. */
export function AdjudicationTable({
  adjudications,
  keys,
  children,
}: {
  adjudications: readonly AdjudicationRowData[]
  keys: RowShortcuts
  children: ReactNode
}) {
  const rows = adjudications.map(({ adjudication, href }) => ({ key: adjudication, href }))
  const { currentKey, selectRow } = useCurrentRow(rows, keys)
  return (
    <>
      <Table aria-labelledby="disagreements">
        <thead>
          <tr>
            <HeaderCell>Problem and final label</HeaderCell>
            <HeaderCell className="max-desk:hidden">By</HeaderCell>
            <HeaderCell className="max-desk:hidden">Time (UTC)</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {adjudications.map((row) => (
            <AdjudicationRow
              key={row.adjudication}
              row={row}
              isCurrent={row.adjudication === currentKey}
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

function AdjudicationRow({
  row: { adjudication, href, problem, note, outcome, isGold, by, at },
  isCurrent,
  onSelect,
}: {
  row: AdjudicationRowData
  isCurrent: boolean
  onSelect: (adjudication: string) => void
}) {
  return (
    <SelectableRow name={adjudication} {...{ isCurrent, onSelect }}>
      <Cell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <Typeset text={problem} />
        </div>
        <p className="pt-0.5 text-caption text-ink-3">
          <Link href={href} className="font-label">
            {outcome}
          </Link>
          {isGold && ', gold'}
          <span className="desk:hidden">
            , {by}, {formatInstant(at)}
          </span>
        </p>
        {note && (
          <div className="font-read text-excerpt font-text text-ink-2 italic">
            <Typeset text={note} />
          </div>
        )}
      </Cell>
      <Cell className="pt-2 max-desk:hidden">{by}</Cell>
      <Cell className="pt-2 whitespace-nowrap text-ink-2 max-desk:hidden">{formatInstant(at)}</Cell>
    </SelectableRow>
  )
}
