import { classes } from '@/components/ui/classes'
import { Cell, HeaderCell, Table } from '@/components/ui/table'
import { verdicts } from '@/lib/formats/record'
import { formatCount } from '@/lib/platform/format'
import type { VerdictChange } from './pair'
import { tabulateChanges } from './regrade'

/** Verdicts before in rows, after in columns. Unchanged ones are faint. */
export function RegradeChanges({ changes }: { changes: readonly VerdictChange[] }) {
  return (
    <Table aria-label="Solutions by verdict before and after" className="max-w-[30rem]">
      <thead>
        <tr>
          <HeaderCell>Current verdict</HeaderCell>
          {verdicts.map((verdict) => (
            <HeaderCell key={verdict} numeric>
              New: {verdict}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {tabulateChanges(changes).map(({ from, to }) => (
          <tr key={from}>
            <Cell>{from}</Cell>
            {to.map((cell) => (
              <Cell
                key={cell.to}
                numeric
                className={classes(
                  cell.to === from || cell.solutions === 0 ? 'text-ink-3' : 'font-strong',
                )}
              >
                {formatCount(cell.solutions)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
