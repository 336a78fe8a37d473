import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, Table } from '@/components/ui/table'
import { formatInstant, formatQuantity } from '@/lib/platform/format'
import { describePauseCause, describePauseEnd } from './describe-person'
import type { AnnotatorPause } from './person'

/** All pauses of a person: reason, message and decision. */
export function PauseList({ pauses }: { pauses: readonly AnnotatorPause[] }) {
  if (pauses.length === 0) return null
  return (
    <section aria-labelledby="pauses">
      <SectionHeader id="pauses" title="Pauses">
        {formatQuantity(pauses.length, 'pause')}
      </SectionHeader>
      <Table aria-labelledby="pauses">
        <thead>
          <tr>
            <TableHeaderCell>Since</TableHeaderCell>
            <TableHeaderCell>Why</TableHeaderCell>
            <TableHeaderCell>Ended</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {pauses.map((pause) => (
            <tr key={pause.pause}>
              <TableCell>{formatInstant(pause.startedAt)} UTC</TableCell>
              <TableCell className="wrap-anywhere">
                {describePauseCause(pause)}.
                <span className="block text-caption text-ink-3">Message: {pause.message}</span>
              </TableCell>
              <TableCell className={pause.endedAt === null ? 'whitespace-nowrap' : 'wrap-anywhere'}>
                {describePauseEnd(pause)}
                {pause.decision !== null && (
                  <span className="block text-caption text-ink-3">{pause.decision}</span>
                )}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
