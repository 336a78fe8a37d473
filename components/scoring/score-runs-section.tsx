'use client'

import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SectionHeader } from '@/components/ui/section-header'
import { ImportScoresHelp } from './import-scores-help'
import { ScoreRunSection } from './score-run-section'
import { ScoreRunTable } from './score-run-table'
import type { Scorer, ScoreRun, ScoreRunDetails, ScorersPageParams } from './scorer'
import { StartScoreRunForm } from './start-score-run-form'
import { useScoreRuns } from './use-score-runs'

interface ScoreRunsSectionProps {
  slug: string
  isAdmin: boolean
  scorers: readonly Scorer[]
  /** As loaded with the page: the runs, newest first, and the selected run with its failures. */
  initial: { runs: readonly ScoreRun[]; details: ScoreRunDetails | null }
  /** Version selected on the page, kept in links. */
  version: ScorersPageParams['version']
}

/** Score runs: a form to start one, the list with progress, and the selected run. */
export function ScoreRunsSection({
  slug,
  isAdmin,
  scorers,
  initial,
  version,
}: ScoreRunsSectionProps) {
  const scoreRuns = useScoreRuns(slug, initial)
  const { runs, details, requestError } = scoreRuns
  return (
    <section aria-labelledby="runs">
      <SectionHeader id="runs" title="Score runs">
        {runs.length > 0 && 'newest first (UTC)'}
      </SectionHeader>
      <OutcomeNotice
        className="pb-4"
        outcome={requestError === null ? null : { kind: 'error', message: requestError }}
      />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-10 border-t border-ink pt-4">
        <div className="col-span-12 wide:col-span-4">
          {isAdmin ? (
            <div className="grid gap-8">
              <StartScoreRunForm slug={slug} scorers={scorers} scoreRuns={scoreRuns} />
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
              scoreRuns={scoreRuns}
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
              selectedRun={details?.run ?? null}
              version={version}
            />
          )}
        </div>
      </div>
    </section>
  )
}
