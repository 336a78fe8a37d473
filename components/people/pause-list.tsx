import { TableSection } from '@/components/ui/table-section'
import { formatQuantity } from '@/lib/platform/format'
import {
  describePauseCause,
  describePauseEnd,
  formatInstantOmittingMidnight,
} from './describe-person'
import type { AnnotatorPause } from './person'

/** All pauses of a person: reason, message and decision. */
export function PauseList({ pauses }: { pauses: readonly AnnotatorPause[] }) {
  if (pauses.length === 0) return null
  return (
    <TableSection
      id="pauses"
      title="Pauses"
      note={formatQuantity(pauses.length, 'pause')}
      rows={pauses}
      rowKey={({ pause }) => pause}
      columns={[
        { header: 'Since', render: ({ startedAt }) => formatInstantOmittingMidnight(startedAt) },
        {
          header: 'Why',
          className: 'wrap-anywhere',
          render: (pause) => `${describePauseCause(pause)}.`,
          renderCaption: ({ message }) => `Message: ${message}`,
        },
        {
          header: 'Ended',
          cellClassName: ({ endedAt }) =>
            endedAt === null ? 'whitespace-nowrap' : 'wrap-anywhere',
          render: describePauseEnd,
          renderCaption: ({ decision }) => decision,
        },
      ]}
    />
  )
}
