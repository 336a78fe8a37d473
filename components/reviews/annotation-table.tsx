'use client'

import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { TypesetContent } from '@/components/math/typeset-content'
import {
  KeyboardNavigableTable,
  type NavigableTableProps,
} from '@/components/shell/keyboard-navigable-table'
import { Link } from '@/components/ui/link'
import { NoteLabel } from '@/components/ui/note-label'
import type { TypesetText } from '@/lib/typesetting/typeset'

/** A row of the table, with typeset texts. */
export interface AnnotationRowData {
  annotation: string
  href: string
  problem: TypesetText
  /** A reviewer's comment. */
  note: TypesetText | null
  /** The number of the decision that it was returned for. */
  decision: number | null
  summary: string
  state: string
  person: string
  /** When it was submitted or returned, without and with the unit. */
  at: string
  atText: string
  activeTime: string
}

/** Annotations with their outcomes, annotators, statuses and times. */
export function AnnotationTable({
  timeHeader,
  ...tableProps
}: NavigableTableProps<AnnotationRowData> & { timeHeader: string }) {
  return (
    <KeyboardNavigableTable
      {...tableProps}
      labelId="annotations"
      rowKey={({ annotation }) => annotation}
      columns={[
        {
          header: 'Problem and outcome',
          cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
          render: (row) => <ProblemAndOutcome row={row} />,
        },
        {
          header: 'Annotator',
          minScreen: 'desk',
          className: 'pt-2',
          render: ({ person }) => person,
        },
        { header: 'Status', className: 'pt-2', render: ({ state }) => state },
        {
          header: timeHeader,
          minScreen: 'wide',
          cellClassName: 'pt-2 whitespace-nowrap text-ink-2',
          render: ({ at }) => at,
        },
        {
          header: 'Active time',
          numeric: true,
          minScreen: 'desk',
          className: 'pt-2 whitespace-nowrap',
          render: ({ activeTime: time }) => time,
        },
      ]}
    />
  )
}

function ProblemAndOutcome({ row }: { row: AnnotationRowData }) {
  return (
    <>
      <SmallTypesetText text={row.problem} />
      <p className="pt-0.5 text-caption text-ink-3">
        <Link
          href={row.href}
          aria-label={`${row.summary}, ${row.person}, ${row.atText}`}
          className="font-label"
        >
          {row.summary}
        </Link>
        <span className="desk:hidden">, {row.person}</span>
        <span className="wide:hidden">, {row.atText}</span>
      </p>
      {row.decision !== null && (
        <p className="text-caption text-ink-3">Returned because of decision {row.decision}</p>
      )}
      {row.note && (
        <div className="font-read text-excerpt font-text text-ink-2 italic">
          <NoteLabel>Message to the annotator</NoteLabel>
          <TypesetContent text={row.note} />
        </div>
      )}
    </>
  )
}
