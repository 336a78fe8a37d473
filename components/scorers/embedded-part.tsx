'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { CommandLine } from '@/components/ui/command-line'
import { Outcome } from '@/components/ui/outcome'
import { ProgressStrip } from '@/components/ui/progress-strip'
import { SectionHead } from '@/components/ui/section-head'
import { formatCount } from '@/lib/platform/format'
import { formatCounted } from '@/lib/scoring/counted'
import { describeRate } from './describe-run'
import type { Scorer } from './scorer'
import { type TrainingView, useTraining } from './use-training'

interface EmbeddedPartProps {
  slug: string
  isAdmin: boolean
  /** Null until it was trained for the first time. */
  embedded: Scorer | null
  /** Solutions with labels that it can learn from. */
  labelled: number
  /** That this is little; null where it is not. */
  warning: string | null
  /** Its versions, and how well the chosen one does. */
  children: ReactNode
}

/** The scorer that learns here: what it is, how much it can know, and training it. */
export function EmbeddedPart(props: EmbeddedPartProps) {
  const { slug, isAdmin, embedded, labelled, warning, children } = props
  const view = useTraining(slug, embedded)
  const { running, failure } = view
  return (
    <section aria-labelledby="embedded">
      <SectionHead id="embedded" title="The embedded scorer">
        learns from this project’s labels, on this server
      </SectionHead>
      <div className="border-t border-ink pt-3">
        <p className="max-w-[44rem] pb-3 text-strong text-ink-2">
          A small model with no GPU and no download. From ratings given here it learns which words,
          places and calculations go with an error, and it works out plain arithmetic itself. It
          never sees whether the final answer is right, and it does not understand a proof: it puts
          the queue in a better order until a reward model does.
        </p>
        {warning === null ? (
          <p className="pb-4">
            {formatCounted(labelled, 'labelled solution')} to learn from: those that were submitted
            here and those that came along, without gold, screening and held-out problems.
          </p>
        ) : (
          <p role="note" className="max-w-[44rem] pb-4 font-strong">
            {warning}
          </p>
        )}
        <Outcome
          className="pb-4"
          outcome={failure === null ? null : { kind: 'wrong', words: failure }}
        />
        {running ? (
          <TrainingProgress view={view} training={running} canCancel={isAdmin} />
        ) : (
          isAdmin && <Start slug={slug} view={view} labelled={labelled} embedded={embedded} />
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
  view: TrainingView
  labelled: number
  embedded: Scorer | null
}) {
  return (
    <div className="grid gap-2 pb-8">
      <div>
        <Button
          aria-disabled={view.isBusy || labelled === 0}
          onClick={() => labelled > 0 && void view.train()}
        >
          {labelled === 0
            ? 'Train: needs labels first'
            : embedded
              ? 'Train a new version'
              : 'Train it'}
        </Button>
      </div>
      {labelled > 0 && (
        <CommandLine command={`npm run -s stepmark -- scorer train --project ${slug}`} />
      )}
    </div>
  )
}

function TrainingProgress({
  view,
  training,
  canCancel,
}: {
  view: TrainingView
  training: NonNullable<TrainingView['running']>
  canCancel: boolean
}) {
  const { version, readRows, allRows } = training.version
  const left = allRows === null ? null : allRows - readRows
  return (
    <ProgressStrip
      label={`Training of version ${version}`}
      barLabel="Steps learnt"
      done={
        allRows === null
          ? `Version ${version} waits for its turn`
          : `Version ${version}: ${formatCount(readRows)} of ${formatCount(allRows)} steps, over all passes`
      }
      rate={describeRate(view.rowsPerSecond, left)}
      words="goes on when you leave this page"
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={view.isBusy}
      onCancel={canCancel ? () => void view.cancel(training) : null}
    />
  )
}
