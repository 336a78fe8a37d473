import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { AnswerCell, ProblemCell, ScoreCell } from './queue-item-cells'
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
            <HeaderCell>Problem and reason</HeaderCell>
            <HeaderCell className="text-center max-desk:hidden">Answer</HeaderCell>
            <HeaderCell className="text-center max-desk:hidden">Reference</HeaderCell>
            <HeaderCell numeric className="max-desk:hidden">
              Steps
            </HeaderCell>
            <HeaderCell numeric>Score</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.solution}>
              <ProblemCell item={item} />
              <AnswerCell text={item.typeset.answer} />
              <AnswerCell text={item.typeset.referenceAnswer} />
              <Cell numeric className="pt-2 max-desk:hidden">
                {formatCount(item.steps)}
              </Cell>
              <ScoreCell score={item.score} />
            </Row>
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
