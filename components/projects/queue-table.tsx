import Link from 'next/link'
import { Typeset } from '@/components/math/typeset'
import { formatCount } from '@/lib/platform/format'
import { SectionHead } from '@/components/ui/section-head'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { typesetText } from '@/lib/problems/typeset-text'
import type { QueueHead } from './project'
import { shortenText } from './shorten-text'
import { sliceNames } from './slice-names'

/** Two lines of the column, about. */
const excerptCharacters = 160

/** What is served next, and why. */
export function QueueTable({ slug, queue }: { slug: string; queue: QueueHead }) {
  return (
    <section aria-labelledby="head-of-queue">
      <SectionHead id="head-of-queue" title="Head of the queue">
        {formatCount(queue.open)} open, {formatCount(queue.held)} with somebody now.{' '}
        <Link href={`/projects/${slug}/queue`}>The whole queue</Link>
      </SectionHead>
      <Table>
        <thead>
          <tr>
            <HeadCell>Problem, and why it is here</HeadCell>
            <HeadCell>Answer</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Steps
            </HeadCell>
            <HeadCell numeric>Score</HeadCell>
          </tr>
        </thead>
        <tbody>
          {queue.items.map((item) => (
            <Row key={item.solution}>
              <Cell className="pt-2 pb-2.5 wrap-anywhere">
                <div className="font-read text-excerpt font-text">
                  <Typeset text={shortenText(typesetText(item.problem), excerptCharacters)} />
                </div>
                <p className="pt-0.5 text-caption text-ink-3">
                  <b className="text-ink-2">{sliceNames[item.slice] ?? item.slice}</b>
                  {item.reason && `, ${item.reason}`}
                </p>
              </Cell>
              <Cell className="pt-2">{item.verdict}</Cell>
              <Cell numeric className="pt-2 max-desk:hidden">
                {formatCount(item.steps)}
              </Cell>
              <Cell numeric className="pt-2">
                {item.score === null ? (
                  <span className="text-ink-3">none</span>
                ) : (
                  item.score.toFixed(2)
                )}
              </Cell>
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
