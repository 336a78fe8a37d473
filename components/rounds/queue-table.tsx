import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { AnswerCell, ProblemCell, ScoreCell } from './item-cells'
import { addressQueue, type QueueHead } from './round'
import { showItem } from './show-item'

/** What is served next, and why: as on the page of the queue, to be read only. */
export function QueueTable({ slug, queue }: { slug: string; queue: QueueHead }) {
  return (
    <section aria-labelledby="head-of-queue">
      <SectionHead id="head-of-queue" title="Head of the queue">
        {formatCount(queue.open)} open, {formatCount(queue.held)} with somebody now.{' '}
        <Link href={addressQueue(slug)}>The whole queue</Link>
      </SectionHead>
      <Table>
        <thead>
          <tr>
            <HeadCell>Problem, and why it is here</HeadCell>
            <HeadCell className="text-center max-desk:hidden">Answered</HeadCell>
            <HeadCell className="text-center max-desk:hidden">Best guess</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Steps
            </HeadCell>
            <HeadCell numeric>Score</HeadCell>
          </tr>
        </thead>
        <tbody>
          {queue.items.map(showItem).map((item) => (
            <Row key={item.solution}>
              <ProblemCell item={item} />
              <AnswerCell text={item.set.answer} />
              <AnswerCell text={item.set.truth} />
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
          The queue is empty: everything in it is labelled, or nothing was brought in yet.
        </p>
      )}
    </section>
  )
}
