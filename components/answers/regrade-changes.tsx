import { type DataColumn, DataTable } from '@/components/ui/data-table'
import { verdicts } from '@/lib/formats/record'
import type { Verdict } from '@/lib/grading/verdict'
import { formatCount } from '@/lib/platform/format'
import type { VerdictChangeCount } from './answers'
import { tabulateVerdictChanges } from './regrade'

type VerdictRow = ReturnType<typeof tabulateVerdictChanges>[number]

/** Verdicts before in rows, after in columns. Unchanged ones are faint. */
export function RegradeChanges({ changes }: { changes: readonly VerdictChangeCount[] }) {
  return (
    <DataTable
      aria-label="Solutions by verdict before and after"
      className="max-w-[30rem]"
      rows={tabulateVerdictChanges(changes)}
      rowKey={({ from }) => from}
      columns={[
        { header: 'Current verdict', render: ({ from }) => from },
        ...verdicts.map(makeVerdictColumn),
      ]}
    />
  )
}

function makeVerdictColumn(verdict: Verdict): DataColumn<VerdictRow> {
  const countSolutions = ({ to }: VerdictRow) =>
    to.find((cell) => cell.to === verdict)?.solutions ?? 0
  return {
    header: `New: ${verdict}`,
    numeric: true,
    cellClassName: (row) =>
      row.from === verdict || countSolutions(row) === 0 ? 'text-ink-3' : 'font-strong',
    render: (row) => formatCount(countSolutions(row)),
  }
}
