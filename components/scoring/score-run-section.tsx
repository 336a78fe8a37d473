import { JobProgress } from '@/components/jobs/job-progress'
import { newRoundHref } from '@/components/rounds/round'
import { stepRepairHref } from '@/components/splits/step-repair'
import { Button, ButtonLink } from '@/components/ui/button'
import { CommandLineText } from '@/components/ui/command-line-text'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { formatScoreRun } from '@/lib/scoring/score-run-name'
import {
  canResumeScoreRun,
  describeModelAndConnector,
  describeScoringRate,
  describeScoreRun,
} from './describe-score-run'
import { isScoreImportInProgress, isRunning, type ScoreRunDetails } from './scorer'
import type { ScoreRunsState } from './use-score-runs'

interface RunDetailsProps {
  slug: string
  isAdmin: boolean
  run: ScoreRunDetails
  /** Whether its scorer is retired. */
  isRetired: boolean
  scoreRuns: ScoreRunsState
}

/** A run: its progress or result, its failures, and actions on its scores. */
export function ScoreRunSection({ slug, isAdmin, run, isRetired, scoreRuns }: RunDetailsProps) {
  return (
    <section aria-labelledby="run-title">
      <h3 id="run-title" className="wrap-anywhere">
        {formatScoreRun(run.number, run)}
      </h3>
      {run.kind === 'server' && (
        <p className="pb-2 text-caption wrap-anywhere text-ink-3">
          {describeModelAndConnector(run.model)}
        </p>
      )}
      {isRunning(run) && !isScoreImportInProgress(run) ? (
        <RunProgress run={run} scoreRuns={scoreRuns} canCancel={isAdmin} />
      ) : (
        <div className="pb-4">
          <p
            role="status"
            className={`max-w-abstract text-strong ${run.state === 'failed' ? 'text-negative' : 'text-ink-2'}`}
          >
            {describeScoreRun(run, isRetired)}
          </p>
          {isAdmin && (
            <RunActions slug={slug} run={run} isRetired={isRetired} scoreRuns={scoreRuns} />
          )}
          {isAdmin && run.kind === 'imported' && run.state !== 'done' && (
            <CommandLineText
              command={`npm run -s stepmark -- score import FILE --resume ${run.number} --project ${slug}`}
            />
          )}
        </div>
      )}
      <Failures slug={slug} run={run} />
    </section>
  )
}

function RunProgress({
  run,
  scoreRuns,
  canCancel,
}: Pick<RunDetailsProps, 'run' | 'scoreRuns'> & { canCancel: boolean }) {
  const { doneRows, reusedRows, failedRows, allRows } = run
  const processedRows = doneRows + failedRows
  const notes = [
    reusedRows > 0 && `${formatCount(reusedRows)} reused`,
    failedRows > 0 && `${formatCount(failedRows)} failed`,
    'you can leave this page',
  ]
  return (
    <JobProgress
      job={run}
      label={`Progress of run ${run.number}`}
      barLabel="Solutions processed"
      progressLabel={
        allRows === null
          ? 'Waiting in the job queue'
          : `${formatCount(doneRows)} of ${formatQuantity(allRows, 'solution')} scored`
      }
      rateLabel={describeScoringRate(
        scoreRuns.rowsPerSecond,
        allRows === null ? null : allRows - processedRows,
      )}
      note={notes.filter(Boolean).join(', ')}
      value={allRows === null ? null : processedRows}
      max={allRows ?? 1}
      isCancelling={scoreRuns.isBusy}
      onCancel={canCancel ? () => void scoreRuns.cancel(run.run) : null}
    />
  )
}

function RunActions({ slug, run, isRetired, scoreRuns }: Omit<RunDetailsProps, 'isAdmin'>) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 py-4">
        {canResumeScoreRun(run, isRetired) && (
          <Button aria-disabled={scoreRuns.isBusy} onClick={() => void scoreRuns.resume(run.run)}>
            Resume
          </Button>
        )}
        {isScoreImportInProgress(run) && (
          <Button aria-disabled={scoreRuns.isBusy} onClick={() => void scoreRuns.cancel(run.run)}>
            Cancel run
          </Button>
        )}
        {run.doneRows > 0 && run.state !== 'running' && (
          <>
            {(run.kind !== 'imported' || run.state === 'done') && (
              <ButtonLink href={newRoundHref(slug, { scores: run.run })}>
                Plan round with these scores
              </ButtonLink>
            )}
            <a
              className="px-1"
              download={`${slug}-scores-${run.number}.jsonl`}
              href={`/api/v1/projects/${slug}/score-runs/${run.run}/scores`}
            >
              Download scores (JSONL)
            </a>
          </>
        )}
      </div>
      {run.doneRows > 0 && run.state !== 'running' && (
        <CommandLineText
          command={`npm run -s stepmark -- score export ${run.number} --project ${slug}`}
        />
      )}
    </>
  )
}

/** Failures by reason, most frequent first. */
function Failures({ slug, run }: Pick<RunDetailsProps, 'slug' | 'run'>) {
  const listedFailures = run.failures.reduce((sum, { solutions }) => sum + solutions, 0)
  const unlistedFailures = run.failedRows - listedFailures
  if (run.failures.length === 0) return null
  return (
    <section aria-labelledby="failures" className="pt-4">
      <h3 id="failures">Failures</h3>
      <DataTable
        aria-labelledby="failures"
        rows={run.failures}
        rowKey={({ message }) => message}
        columns={[
          { header: 'Reason', cellClassName: 'wrap-anywhere', render: ({ message }) => message },
          { header: 'Solutions', numeric: true, render: ({ solutions }) => formatCount(solutions) },
          {
            header: 'Example',
            render: ({ example }) => <Link href={stepRepairHref(slug, example, 0)}>View</Link>,
          },
        ]}
      />
      {unlistedFailures > 0 && (
        <p className="pt-2 text-caption text-ink-3">
          {formatQuantity(unlistedFailures, 'more solution', 'more solutions')} failed for other
          reasons.
        </p>
      )}
    </section>
  )
}
