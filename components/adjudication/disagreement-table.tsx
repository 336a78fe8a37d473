'use client'

import { SmallTypesetText } from '@/components/math/small-typeset-text'
import {
  KeyboardNavigableTable,
  type NavigableTableProps,
} from '@/components/shell/keyboard-navigable-table'
import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/typesetting/typeset'

/** A row of the table, with typeset texts. */
export interface DisagreementRowData {
  solution: string
  href: string
  problem: TypesetText
  step: TypesetText
  /** From 0. */
  firstDisagreedStep: number
  stepCount: number
  people: number
  priority: number
  score: number | null
  explanation: string
  names: string | null
}

/** Disagreements by priority. */
export function DisagreementTable(props: NavigableTableProps<DisagreementRowData>) {
  return (
    <KeyboardNavigableTable
      {...props}
      labelId="disagreements"
      rowKey={({ solution }) => solution}
      columns={[
        {
          header: 'Problem and disagreement',
          cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
          render: (row) => <ProblemAndDisagreement row={row} />,
        },
        {
          header: 'Annotators',
          numeric: true,
          minScreen: 'desk',
          className: 'pt-2',
          render: ({ people }) => formatCount(people),
        },
        {
          header: 'Score',
          numeric: true,
          minScreen: 'desk',
          className: 'pt-2',
          render: ({ score }) => score?.toFixed(2) ?? <span className="text-ink-3">none</span>,
        },
        {
          header: 'Priority',
          numeric: true,
          className: 'pt-2',
          render: ({ priority }) => priority,
        },
      ]}
    />
  )
}

function ProblemAndDisagreement({ row }: { row: DisagreementRowData }) {
  const { href, firstDisagreedStep, stepCount, explanation, names } = row
  return (
    <>
      <SmallTypesetText text={row.problem} />
      <div className="pt-0.5 text-caption text-ink-3">
        <Link href={href} className="font-label">
          First disagreement at step {formatCount(firstDisagreedStep + 1)} of{' '}
          {formatCount(stepCount)}
        </Link>
        {explanation && ` · ${explanation}`}
        {names && ` · ${names}`}
        <span className="desk:hidden"> · {formatCount(row.people)} annotators</span>
      </div>
      <SmallTypesetText text={row.step} className="text-ink-2" />
    </>
  )
}
