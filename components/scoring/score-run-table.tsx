import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { makeCountColumn } from '@/components/ui/table-columns'
import { formatCount, formatInstant } from '@/lib/platform/format'
import { formatRunScorer } from '@/lib/scoring/score-run-name'
import { describeScoreRunState } from './describe-score-run'
import { scorersHref, type ScoreRun, type ScorersPageParams } from './scorer'

/** All runs, with the selected run marked. */
export function ScoreRunTable({
  slug,
  runs,
  selectedRun,
  version,
}: {
  slug: string
  runs: readonly ScoreRun[]
  selectedRun: string | null
  version: ScorersPageParams['version']
}) {
  return (
    <DataTable
      aria-labelledby="runs"
      rows={runs}
      rowKey={({ run }) => run}
      hasLinks
      selectedKey={selectedRun}
      columns={[
        {
          header: 'Run',
          className: 'wrap-anywhere',
          sortValue: ({ number }) => number,
          render: (run) => (
            <>
              <Link
                href={scorersHref(slug, { run: run.run, version })}
                scroll={false}
                aria-current={run.run === selectedRun ? 'true' : undefined}
              >
                Run {run.number}
              </Link>{' '}
              · {formatRunScorer(run)}
            </>
          ),
          renderCaption: (run) => (
            <>
              {describeSolutionSet(run)}, by {run.by},{' '}
              <time dateTime={run.createdAt}>{formatInstant(run.createdAt)}</time>
              <span className="block desk:hidden">
                {formatCount(run.reusedRows)} reused, {formatCount(run.failedRows)} failed
              </span>
            </>
          ),
        },
        { header: 'Status', sortValue: describeScoreRunState, render: describeScoreRunState },
        makeCountColumn<ScoreRun>('Scored', ({ doneRows }) => doneRows),
        makeCountColumn<ScoreRun>('Reused', ({ reusedRows }) => reusedRows, 'desk'),
        makeCountColumn<ScoreRun>('Failed', ({ failedRows }) => failedRows, 'desk'),
      ]}
    />
  )
}

function describeSolutionSet({ kind, scope }: ScoreRun): string {
  if (kind === 'imported') return 'from a file'
  return scope === 'unlabelled' ? 'unlabelled solutions' : 'all solutions'
}
