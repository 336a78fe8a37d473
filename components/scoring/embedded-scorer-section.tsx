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

interface EmbeddedPartProps {
  slug: string
  isAdmin: boolean
  /** Null before the first training. */
  embedded: Scorer | null
  /** Labelled solutions it can train on. */
  labelled: number
  /** Null if there are enough labels. */
  warning: string | null
  /** Its versions and their metrics. */
  children: ReactNode
}

/** Embedded scorer: its training data, training and versions. */
export function EmbeddedScorerSection(props: EmbeddedPartProps) {
  const { slug, isAdmin, embedded, labelled, warning, children } = props
  const view = useScorerTraining(slug, embedded)
  const { running, failure } = view
  return (
    <section aria-labelledby="embedded">
      <SectionHeader id="embedded" title="Embedded scorer">
        Trained on this project’s labels. Needs no GPU.
      </SectionHeader>
      <div className="border-t border-ink pt-3">
        {warning === null ? (
          <p className="pb-4">
            {formatCappedCount(labelled, 'labelled solution')} to train on, without gold, screening
            and held-out problems.
          </p>
        ) : (
          <p role="note" className="max-w-[44rem] pb-4 font-strong">
            {warning}
          </p>
        )}
        <OutcomeNotice
          className="pb-4"
          outcome={failure === null ? null : { kind: 'error', message: failure }}
        />
        {running ? (
          <TrainingProgress view={view} training={running} canCancel={isAdmin} />
        ) : (
          isAdmin && (
            <div className={children ? 'pb-8' : undefined}>
              <Start slug={slug} view={view} labelled={labelled} embedded={embedded} />
            </div>
          )
        )}
        {children}
      </div>
    </section>
  )
}

function Start({
  slug,
  view,
  labelled,
  embedded,
}: {
  slug: string
  view: ScorerTrainingState
  labelled: number
  embedded: Scorer | null
}) {
  return (
    <div className="grid gap-2">
      <div>
        <Button
          aria-disabled={view.isBusy || labelled === 0}
          onClick={() => labelled > 0 && void view.train()}
        >
          {labelled === 0 ? 'Label solutions to train' : embedded ? 'Train new version' : 'Train'}
        </Button>
      </div>
      {labelled > 0 && (
        <CommandLineText command={`npm run -s stepmark -- scorer train --project ${slug}`} />
      )}
    </div>
  )
}

function TrainingProgress({
  view,
  training,
  canCancel,
}: {
  view: ScorerTrainingState
  training: NonNullable<ScorerTrainingState['running']>
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
      rateLabel={describeScoringRate(view.rowsPerSecond, rowsLeft)}
      note="You can leave this page."
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={view.isBusy}
      onCancel={canCancel ? () => void view.cancel(training) : null}
    />
  )
}
