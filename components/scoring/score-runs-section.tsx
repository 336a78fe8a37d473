'use client'

import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SectionHeader } from '@/components/ui/section-header'
import { ImportScoresHelp } from './import-scores-help'
import { ScoreRunSection } from './score-run-section'
import { ScoreRunTable } from './score-run-table'
import type { Scorer, ScoreRun, ScoreRunDetails, ScorersPageParams } from './scorer'
import { StartScoreRunForm } from './start-score-run-form'
import { useScoreRuns } from './use-score-runs'

interface RunsPartProps {
  slug: string
  isAdmin: boolean
  scorers: readonly Scorer[]
  /** The rendered state: runs, newest first, and one with its failures. */
  initial: { runs: readonly ScoreRun[]; details: ScoreRunDetails | null }
  /** Kept in links. */
  version: ScorersPageParams['version']
}

/** Score runs: a form to start one, the list with progress, and the selected one. */
export function ScoreRunsSection({ slug, isAdmin, scorers, initial, version }: RunsPartProps) {
  const view = useScoreRuns(slug, initial)
  const { runs, details, failure } = view
  return (
    <section aria-labelledby="runs">
      <SectionHeader id="runs" title="Score runs">
        {runs.length > 0 && 'newest first (UTC)'}
      </SectionHeader>
      <OutcomeNotice
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
          {details && (
            <ScoreRunSection
              slug={slug}
              isAdmin={isAdmin}
              view={view}
              run={details}
              isRetired={scorers.some(
                ({ scorer, isRetired }) => isRetired && scorer === details.scorer,
              )}
            />
          )}
          {runs.length > 0 && (
            <ScoreRunTable
              slug={slug}
              runs={runs}
              chosen={details?.run ?? null}
              version={version}
            />
          )}
        </div>
      </div>
    </section>
  )
}
