'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { SelectableRow } from '@/components/ui/selectable-row'
import { TypesetContent } from '@/components/math/typeset-content'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import { KeyboardTableFooter } from './keyboard-table-footer'
import { type RowNavigationKeys, useCurrentRow } from './use-current-row'

/** A row of the table, with typeset texts. */
export interface DisagreementRowData {
  solution: string
  href: string
  problem: TypesetText
  step: TypesetText
  firstStep: number
  stepCount: number
  people: number
  priority: number
  score: number | null
  explanation: string
  names: string | null
}

/** Disagreements by priority. Enter opens the current one. */
export function DisagreementTable({
  list,
  keys,
  children,
}: {
  list: readonly DisagreementRowData[]
  keys: RowNavigationKeys
  children: ReactNode
}) {
  const rows = list.map(({ solution, href }) => ({ key: solution, href }))
  const { currentKey, selectRow } = useCurrentRow(rows, keys)
  return (
    <>
      <Table aria-labelledby="disagreements">
        <thead>
          <tr>
            <TableHeaderCell>Problem and disagreement</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Annotators
            </TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Score
            </TableHeaderCell>
            <TableHeaderCell numeric>Priority</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <DisagreementRow
              key={row.solution}
              row={row}
              isCurrent={row.solution === currentKey}
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

function DisagreementRow({
  row,
  isCurrent,
  onSelect,
}: {
  row: DisagreementRowData
  isCurrent: boolean
  onSelect: (solution: string) => void
}) {
  const { solution, href, firstStep, stepCount, score } = row
  return (
    <SelectableRow name={solution} {...{ isCurrent, onSelect }}>
      <TableCell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <TypesetContent text={row.problem} />
        </div>
        <div className="pt-0.5 text-caption text-ink-3">
          <Link href={href} className="font-label">
            Step {formatCount(firstStep + 1)} of {formatCount(stepCount)}
          </Link>
          , {row.explanation}
          {row.names !== null && `; ${row.names}`}
          <span className="desk:hidden">; {formatCount(row.people)} annotators</span>
        </div>
        <div className="font-read text-excerpt font-text text-ink-2">
          <TypesetContent text={row.step} />
        </div>
      </TableCell>
      <TableCell numeric className="pt-2 max-desk:hidden">
        {formatCount(row.people)}
      </TableCell>
      <TableCell numeric className="pt-2 max-desk:hidden">
        {score === null ? <span className="text-ink-3">none</span> : score.toFixed(2)}
      </TableCell>
      <TableCell numeric className="pt-2">
        {row.priority}
      </TableCell>
    </SelectableRow>
  )
}
