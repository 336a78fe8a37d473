'use client'

import type { ReactNode } from 'react'
import { JobProgress } from '@/components/jobs/job-progress'
import { Button } from '@/components/ui/button'
import { CommandLineText } from '@/components/ui/command-line-text'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount } from '@/lib/platform/format'
import { formatCappedCount } from '@/lib/scoring/max-counted'
import { describeScoringRate } from './describe-score-run'
import type { Scorer } from './scorer'
import { type ScorerTrainingState, useScorerTraining } from './use-scorer-training'

interface EmbeddedScorerSectionProps {
  slug: string
  isAdmin: boolean
  /** Null before the first training, and while the scorer is retired. */
  embedded: Scorer | null
  /** Number of labelled solutions that the scorer can train on. */
  labelledCount: number
  /** Null if there are enough labels. */
  warning: string | null
  /** The scorer's versions and their metrics. */
  children: ReactNode
}

/** The embedded scorer: its training data, the progress of training, and its versions. */
export function EmbeddedScorerSection(props: EmbeddedScorerSectionProps) {
  const { slug, isAdmin, embedded, labelledCount, warning, children } = props
  const trainingState = useScorerTraining(slug, embedded)
  const { activeTraining, requestError } = trainingState
  return (
    <section aria-labelledby="embedded">
      <SectionHeader id="embedded" title="Embedded scorer">
        Trained on this project’s labels. Needs no GPU.
      </SectionHeader>
      <div className="border-t border-ink pt-3">
        {warning === null ? (
          <p className="pb-4">
            {formatCappedCount(labelledCount, 'labelled solution')} to train on, without gold,
            screening and problems on held-out lists.
          </p>
        ) : (
          <p role="note" className="max-w-[44rem] pb-4 font-strong">
            {warning}
          </p>
        )}
        <OutcomeNotice
          className="pb-4"
          outcome={requestError === null ? null : { kind: 'error', message: requestError }}
        />
        {activeTraining ? (
          <TrainingProgress
            trainingState={trainingState}
            training={activeTraining}
            canCancel={isAdmin}
          />
        ) : (
          isAdmin && (
            <div className={children ? 'pb-8' : undefined}>
              <StartTraining
                slug={slug}
                trainingState={trainingState}
                labelledCount={labelledCount}
                embedded={embedded}
              />
            </div>
          )
        )}
        {children}
      </div>
    </section>
  )
}

function StartTraining({
  slug,
  trainingState,
  labelledCount,
  embedded,
}: {
  slug: string
  trainingState: ScorerTrainingState
  labelledCount: number
  embedded: Scorer | null
}) {
  return (
    <div className="grid gap-2">
      <div>
        <Button
          aria-disabled={trainingState.isBusy || labelledCount === 0}
          onClick={() => labelledCount > 0 && void trainingState.train()}
        >
          {labelledCount === 0 ? 'Label solutions first' : embedded ? 'Train new version' : 'Train'}
        </Button>
      </div>
      {labelledCount > 0 && (
        <CommandLineText command={`npm run -s stepmark -- scorer train --project ${slug}`} />
      )}
    </div>
  )
}

function TrainingProgress({
  trainingState,
  training,
  canCancel,
}: {
  trainingState: ScorerTrainingState
  training: NonNullable<ScorerTrainingState['activeTraining']>
  canCancel: boolean
}) {
  const { version, readRows, allRows } = training.version
  const rowsLeft = allRows === null ? null : allRows - readRows
  return (
    <JobProgress
      job={training.version}
      label={`Training version ${version}`}
      barLabel="Steps processed"
      progressLabel={
        allRows === null
          ? `Version ${version}: waiting in the job queue`
          : `Version ${version}: ${formatCount(readRows)} of ${formatCount(allRows)} steps, over all passes`
      }
      rateLabel={describeScoringRate(trainingState.rowsPerSecond, rowsLeft)}
      note="You can leave this page."
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={trainingState.isBusy}
      onCancel={canCancel ? () => void trainingState.cancel(training) : null}
    />
  )
}
