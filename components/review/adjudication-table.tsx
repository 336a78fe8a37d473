'use client'

import type { ReactNode } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { Link } from '@/components/ui/link'
import { SelectableRow } from '@/components/ui/selectable-row'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import { KeyboardTableFooter } from './keyboard-table-footer'
import { type RowNavigationKeys, useCurrentRow } from './use-current-row'

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
  keys: RowNavigationKeys
  children: ReactNode
}) {
  const rows = adjudications.map(({ adjudication, href }) => ({ key: adjudication, href }))
  const { currentKey, selectRow } = useCurrentRow(rows, keys)
  return (
    <>
      <Table aria-labelledby="disagreements">
        <thead>
          <tr>
            <TableHeaderCell>Problem and final label</TableHeaderCell>
            <TableHeaderCell className="max-desk:hidden">By</TableHeaderCell>
            <TableHeaderCell className="max-desk:hidden">Time (UTC)</TableHeaderCell>
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
      <KeyboardTableFooter keys={keys} opens="open">
        {children}
      </KeyboardTableFooter>
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
      <TableCell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <TypesetContent text={problem} />
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
            <TypesetContent text={note} />
          </div>
        )}
      </TableCell>
      <TableCell className="pt-2 max-desk:hidden">{by}</TableCell>
      <TableCell className="pt-2 whitespace-nowrap text-ink-2 max-desk:hidden">
        {formatInstant(at)}
      </TableCell>
    </SelectableRow>
  )
}
