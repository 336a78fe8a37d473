import { Link } from '@/components/ui/link'
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describeRunState } from './describe-run'
import { scorersHref, nameRunScorer, type ScoreRun, type ScorersParams } from './scorer'

/** All runs, with the current one marked. */
export function RunTable({
  slug,
  runs,
  chosen,
  version,
}: {
  slug: string
  runs: readonly ScoreRun[]
  chosen: string | null
  version: ScorersParams['version']
}) {
  return (
    <Table aria-labelledby="runs">
      <thead>
        <tr>
          <HeaderCell>Run</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell numeric>Scored</HeaderCell>
          <HeaderCell numeric className="max-desk:hidden">
            Reused
          </HeaderCell>
          <HeaderCell numeric className="max-desk:hidden">
            Failed
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.run} aria-selected={run.run === chosen}>
            <Cell className="wrap-anywhere">
              <Link
                href={scorersHref(slug, { run: run.run, version })}
                scroll={false}
                aria-current={run.run === chosen ? 'true' : undefined}
              >
                Run {run.number}
              </Link>
              , {nameRunScorer(run)}
              <span className="block text-caption text-ink-3">
                {describeSolutionSet(run)}, by {run.by},{' '}
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

function describeSolutionSet({ kind, takes }: ScoreRun): string {
  if (kind === 'imported') return 'from a file'
  return takes === 'unlabelled' ? 'unlabelled solutions' : 'all solutions'
}
