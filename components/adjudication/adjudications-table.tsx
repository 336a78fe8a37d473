'use client'

import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { TypesetContent } from '@/components/math/typeset-content'
import {
  KeyboardNavigableTable,
  type NavigableTableProps,
} from '@/components/shell/keyboard-navigable-table'
import { Link } from '@/components/ui/link'
import { NoteLabel } from '@/components/ui/note-label'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/typesetting/typeset'

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
export function AdjudicationsTable(props: NavigableTableProps<AdjudicationRowData>) {
  return (
    <KeyboardNavigableTable
      {...props}
      labelId="disagreements"
      rowKey={({ adjudication }) => adjudication}
      columns={[
        {
          header: 'Problem and outcome',
          cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
          render: (row) => <ProblemAndOutcome {...row} />,
        },
        { header: 'By', minScreen: 'desk', className: 'pt-2', render: ({ by }) => by },
        {
          header: 'Time (UTC)',
          minScreen: 'desk',
          cellClassName: 'pt-2 whitespace-nowrap text-ink-2',
          render: ({ at }) => formatInstant(at),
        },
      ]}
    />
  )
}

function ProblemAndOutcome({ href, problem, note, outcome, isGold, by, at }: AdjudicationRowData) {
  return (
    <>
      <SmallTypesetText text={problem} />
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
          <NoteLabel>Note</NoteLabel>
          <TypesetContent text={note} />
        </div>
      )}
    </>
  )
}
