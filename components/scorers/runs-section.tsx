'use client'

import { Outcome } from '@/components/ui/outcome'
import { SectionHeader } from '@/components/ui/section-header'
import { ImportScoresHelp } from './import-scores-help'
import { RunDetails } from './run-details'
import { RunTable } from './run-table'
import type { Scorer, ScoreRun, ScoreRunDetails, ScorersParams } from './scorer'
import { StartScoreRunForm } from './start-score-run-form'
import { useRuns } from './use-runs'

interface RunsPartProps {
  slug: string
  isAdmin: boolean
  scorers: readonly Scorer[]
  /** The rendered state: runs, newest first, and one with its failures. */
  initial: { runs: readonly ScoreRun[]; details: ScoreRunDetails | null }
  /** Kept in links. */
  version: ScorersParams['version']
}

/** Score runs: a form to start one, the list with progress, and the selected one. */
export function RunsSection({ slug, isAdmin, scorers, initial, version }: RunsPartProps) {
  const view = useRuns(slug, initial)
  const { runs, details, failure } = view
  return (
    <section aria-labelledby="runs">
      <SectionHeader id="runs" title="Score runs">
        {runs.length > 0 && 'newest first (UTC)'}
      </SectionHeader>
      <Outcome
        className="pb-4"
        outcome={failure === null ? null : { kind: 'error', message: failure }}
      />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-10 border-t border-ink pt-4">
        <div className="col-span-12 wide:col-span-4">
          {isAdmin ? (
            <div className="grid gap-8">
              <StartScoreRunForm slug={slug} scorers={scorers} view={view} />
              <ImportScoresHelp slug={slug} />
            </div>
          ) : (
            <p className="text-strong text-ink-2">
              {runs.length === 0 ? 'Score runs will appear here. ' : ''}Only admins can start and
              cancel score runs.
            </p>
          )}
        </div>
        <div className="col-span-12 grid gap-10 wide:col-span-8">
          {details && <RunDetails slug={slug} isAdmin={isAdmin} run={details} view={view} />}
          {runs.length > 0 && (
            <RunTable slug={slug} runs={runs} chosen={details?.run ?? null} version={version} />
          )}
        </div>
      </div>
    </section>
  )
}
