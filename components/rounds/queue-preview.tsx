import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { QueueAnswerCell, QueueProblemCell, QueueScoreCell } from './queue-item-cells'
import { queueHref, type QueueListing } from './round'
import { typesetQueueItems } from './typeset-queue-item'

/** A read-only preview of the next queue items. */
export async function QueuePreview({ slug, queue }: { slug: string; queue: QueueListing }) {
  const items = await typesetQueueItems(queue.items)
  return (
    <section aria-labelledby="next-in-queue">
      <SectionHeader id="next-in-queue" title="Next in queue">
        {formatCount(queue.waiting)} waiting · {formatCount(queue.leased)} in progress ·{' '}
        <Link href={queueHref(slug)}>View queue</Link>
      </SectionHeader>
      <Table>
        <thead>
          <tr>
            <TableHeaderCell>Problem and reason</TableHeaderCell>
            <TableHeaderCell className="text-center max-desk:hidden">Answer</TableHeaderCell>
            <TableHeaderCell className="text-center max-desk:hidden">Reference</TableHeaderCell>
            <TableHeaderCell numeric className="max-desk:hidden">
              Steps
            </TableHeaderCell>
            <TableHeaderCell numeric>Score</TableHeaderCell>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <TableRow key={item.solution}>
              <QueueProblemCell item={item} />
              <QueueAnswerCell text={item.typeset.answer} />
              <QueueAnswerCell text={item.typeset.referenceAnswer} />
              <TableCell numeric className="pt-2 max-desk:hidden">
                {formatCount(item.steps)}
              </TableCell>
              <QueueScoreCell score={item.score} />
            </TableRow>
          ))}
        </tbody>
      </Table>
      {queue.items.length === 0 && (
        <p className="pt-2 text-caption text-ink-3">
          The queue is empty. Import solutions or plan a round to fill it.
        </p>
      )}
    </section>
  )
}
