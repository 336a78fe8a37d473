import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { formatSubmissionTime, hiddenAnnotatorLabel } from '@/components/reviews/describe-review'
import { DataTable } from '@/components/ui/data-table'
import type { RowsStatus } from '@/components/ui/table-status'
import { formatQuantity } from '@/lib/platform/format'
import { shortenTypesetText } from '@/lib/typesetting/shorten-text'
import type { AffectedPreview } from './question'

const excerptCharacters = 120

/** The first annotations that will be returned to their annotators. */
export function AffectedAnnotationsTable({
  affected: { listed, annotations, areTimesRounded },
  status,
}: {
  affected: Pick<AffectedPreview, 'listed' | 'annotations' | 'areTimesRounded'>
  status: RowsStatus | undefined
}) {
  return (
    <div>
      <DataTable
        aria-label="Affected annotations"
        rows={listed}
        status={status}
        rowKey={({ annotation }) => annotation}
        columns={[
          {
            header: 'Problem',
            cellClassName: 'wrap-anywhere',
            render: ({ problem }) => (
              <SmallTypesetText text={shortenTypesetText(problem, excerptCharacters)} />
            ),
            renderCaption: ({ externalId }) => externalId,
          },
          {
            header: 'Annotator',
            cellClassName: 'wrap-anywhere',
            render: ({ person }) => person ?? hiddenAnnotatorLabel,
          },
          {
            header: 'First error',
            minScreen: 'desk',
            render: ({ error }) => (error === null ? 'none' : `step ${error + 1}`),
          },
          {
            header: areTimesRounded ? 'Submitted in week of' : 'Submitted, UTC',
            minScreen: 'desk',
            cellClassName: 'whitespace-nowrap',
            render: ({ submittedAt }) => formatSubmissionTime(submittedAt, areTimesRounded),
          },
        ]}
      />
      {annotations > listed.length && (
        <p className="pt-2 text-caption text-ink-3">
          and {formatQuantity(annotations - listed.length, 'other')}
        </p>
      )}
    </div>
  )
}
