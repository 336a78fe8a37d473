import { joinClasses } from '@/components/ui/join-classes'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { verdicts } from '@/lib/formats/record'
import { formatCount } from '@/lib/platform/format'
import type { VerdictChangeCount } from './answers'
import { tabulateVerdictChanges } from './regrade'

/** Verdicts before in rows, after in columns. Unchanged ones are faint. */
export function RegradeChanges({ changes }: { changes: readonly VerdictChangeCount[] }) {
  return (
    <Table aria-label="Solutions by verdict before and after" className="max-w-[30rem]">
      <thead>
        <tr>
          <TableHeaderCell>Current verdict</TableHeaderCell>
          {verdicts.map((verdict) => (
            <TableHeaderCell key={verdict} numeric>
              New: {verdict}
            </TableHeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {tabulateVerdictChanges(changes).map(({ from, to }) => (
          <tr key={from}>
            <TableCell>{from}</TableCell>
            {to.map((cell) => (
              <TableCell
                key={cell.to}
                numeric
                className={joinClasses(
                  cell.to === from || cell.solutions === 0 ? 'text-ink-3' : 'font-strong',
                )}
              >
                {formatCount(cell.solutions)}
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
