import { ServerTypesetExcerpt, ServerTypesetText } from '@/components/math/server-typeset-text'
import { ButtonLink } from '@/components/ui/button'
import { TableSection } from '@/components/ui/table-section'
import { formatInstant } from '@/lib/platform/format'
import type { OwnWork } from './own-work'

/** Annotations that were returned. The queue serves them next, so one button is enough. */
export function ReworkList({
  slug,
  rework,
  isPaused,
}: {
  slug: string
  rework: OwnWork['rework']
  /** Nothing can be labelled during a pause. */
  isPaused: boolean
}) {
  if (rework.length === 0) return null
  return (
    <TableSection
      id="returned"
      title="Returned to you"
      note={
        isPaused ? 'Served first when the pause ends' : 'Served after at most two other solutions'
      }
      sectionClassName="pb-12"
      rows={rework}
      rowKey={({ solution }) => solution}
      columns={[
        {
          header: 'Problem and reason',
          cellClassName: 'pt-2 pb-2.5 wrap-anywhere',
          render: ({ problem, note }) => (
            <>
              <div className="font-read text-excerpt font-text">
                <ServerTypesetExcerpt source={problem} />
              </div>
              {note && (
                <div className="pt-1 font-read text-excerpt font-text text-ink-2 italic">
                  <ServerTypesetText source={note} />
                </div>
              )}
            </>
          ),
        },
        {
          header: 'Returned (UTC)',
          minScreen: 'desk',
          cellClassName: 'pt-2 whitespace-nowrap text-ink-2',
          render: ({ returnedAt }) => formatInstant(returnedAt),
        },
      ]}
    >
      {!isPaused && (
        <p className="pt-4">
          <ButtonLink href={`/projects/${slug}/label`}>Label again</ButtonLink>
        </p>
      )}
    </TableSection>
  )
}
