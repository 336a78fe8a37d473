'use client'

import { Outcome } from '@/components/ui/outcome'
import { SectionHead } from '@/components/ui/section-head'
import { FromElsewhere } from './from-elsewhere'
import { RunDetails } from './run-details'
import { RunTable } from './run-table'
import type { Scorer, ScoreRun, ScoreRunDetails, ScorersAsked } from './scorer'
import { StartRun } from './start-run'
import { useRuns } from './use-runs'

interface RunsPartProps {
  slug: string
  isAdmin: boolean
  scorers: readonly Scorer[]
  /** As the page came: runs newest first, and one of them with its failures. */
  given: { runs: readonly ScoreRun[]; details: ScoreRunDetails | null }
  /** Stays chosen as it is. */
  version: ScorersAsked['version']
}

/** Passes of a scorer over the solutions: starting one, how far each is, and one of them in full. */
export function RunsPart({ slug, isAdmin, scorers, given, version }: RunsPartProps) {
  const view = useRuns(slug, given)
  const { runs, details, failure } = view
  return (
    <section aria-labelledby="runs">
      <SectionHead id="runs" title="Score runs">
        {runs.length > 0 && 'newest first, times in UTC'}
      </SectionHead>
      <Outcome
        className="pb-4"
        outcome={failure === null ? null : { kind: 'wrong', words: failure }}
      />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-10 border-t border-ink pt-4">
        <div className="col-span-12 wide:col-span-4">
          {isAdmin ? (
            <div className="grid gap-8">
              <StartRun slug={slug} scorers={scorers} view={view} />
              <FromElsewhere slug={slug} />
            </div>
          ) : (
            <p className="text-strong text-ink-2">
              {runs.length === 0 ? 'None was started yet. ' : ''}An admin of the project starts and
              ends score runs.
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
