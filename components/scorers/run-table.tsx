import { Link } from '@/components/ui/link'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describeRunState } from './describe-run'
import { addressScorers, nameRunScorer, type ScoreRun, type ScorersAsked } from './scorer'

/** Every run, with the one that stands above marked. */
export function RunTable({
  slug,
  runs,
  chosen,
  version,
}: {
  slug: string
  runs: readonly ScoreRun[]
  chosen: string | null
  version: ScorersAsked['version']
}) {
  return (
    <Table aria-labelledby="runs">
      <thead>
        <tr>
          <HeadCell>Run</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell numeric>Scored</HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Reused
          </HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Failed
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.run} aria-selected={run.run === chosen}>
            <Cell className="wrap-anywhere">
              <Link
                href={addressScorers(slug, { run: run.run, version })}
                scroll={false}
                aria-current={run.run === chosen ? 'true' : undefined}
              >
                Run {run.number}
              </Link>
              , {nameRunScorer(run)}
              <span className="block text-caption text-ink-3">
                {nameTaken(run)}, by {run.by},{' '}
                <time dateTime={run.createdAt}>{formatInstant(run.createdAt)}</time>
              </span>
            </Cell>
            <Cell>{describeRunState(run)}</Cell>
            <Cell numeric>{formatCount(run.doneRows)}</Cell>
            <Cell numeric className="max-desk:hidden">
              {formatCount(run.reusedRows)}
            </Cell>
            <Cell numeric className="max-desk:hidden">
              {formatCount(run.failedRows)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function nameTaken({ kind, takes }: ScoreRun): string {
  if (kind === 'imported') return 'from a file'
  return takes === 'unlabelled' ? 'unlabelled solutions' : 'all solutions'
}
