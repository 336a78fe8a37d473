import { Link } from '@/components/ui/link'
import { TableCell, TableHeaderCell, TableRow, Table } from '@/components/ui/table'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { describeScoreRunState } from './describe-score-run'
import { scorersHref, getRunScorerName, type ScoreRun, type ScorersPageParams } from './scorer'

/** All runs, with the current one marked. */
export function ScoreRunTable({
  slug,
  runs,
  chosen,
  version,
}: {
  slug: string
  runs: readonly ScoreRun[]
  chosen: string | null
  version: ScorersPageParams['version']
}) {
  return (
    <Table aria-labelledby="runs">
      <thead>
        <tr>
          <TableHeaderCell>Run</TableHeaderCell>
          <TableHeaderCell>Status</TableHeaderCell>
          <TableHeaderCell numeric>Scored</TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            Reused
          </TableHeaderCell>
          <TableHeaderCell numeric className="max-desk:hidden">
            Failed
          </TableHeaderCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <TableRow key={run.run} aria-selected={run.run === chosen}>
            <TableCell className="wrap-anywhere">
              <Link
                href={scorersHref(slug, { run: run.run, version })}
                scroll={false}
                aria-current={run.run === chosen ? 'true' : undefined}
              >
                Run {run.number}
              </Link>
              , {getRunScorerName(run)}
              <span className="block text-caption text-ink-3">
                {describeSolutionSet(run)}, by {run.by},{' '}
                <time dateTime={run.createdAt}>{formatInstant(run.createdAt)}</time>
              </span>
            </TableCell>
            <TableCell>{describeScoreRunState(run)}</TableCell>
            <TableCell numeric>{formatCount(run.doneRows)}</TableCell>
            <TableCell numeric className="max-desk:hidden">
              {formatCount(run.reusedRows)}
            </TableCell>
            <TableCell numeric className="max-desk:hidden">
              {formatCount(run.failedRows)}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function describeSolutionSet({ kind, takes }: ScoreRun): string {
  if (kind === 'imported') return 'from a file'
  return takes === 'unlabelled' ? 'unlabelled solutions' : 'all solutions'
}
