'use client'

import { useState } from 'react'
import { describeJobRate } from '@/components/jobs/describe-job-rate'
import { JobProgress } from '@/components/jobs/job-progress'
import { graderChoices } from '@/components/projects/setting-choices'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { GraderMode } from '@/lib/projects/settings'
import type { Regrade, TypesetRegradePair } from './answers'
import {
  countChangedVerdicts,
  describeRegradeEffect,
  describeRegradeEnd,
  isRegradeRunning,
  formatGraderVersion,
  formatUnsureWarning,
} from './regrade'
import { RegradeChanges } from './regrade-changes'
import { RegradePairs } from './regrade-pairs'
import { type RegradeState, useRegrade } from './use-regrade'

interface RegradeScreenProps {
  slug: string
  /** The mode in the project settings. */
  projectMode: GraderMode
  /** Null if there is none. */
  lastRegrade: Regrade | null
  /** The changed pairs of `lastRegrade`, typeset. */
  pairs: readonly TypesetRegradePair[]
}

/** Regrades all answers: choose a mode, preview the changes, then apply or discard them. */
export function RegradeScreen({ slug, projectMode, lastRegrade, pairs }: RegradeScreenProps) {
  const view = useRegrade(slug, lastRegrade)
  const { regrade, requestError } = view
  return (
    <>
      <OutcomeNotice
        className="pb-6"
        outcome={requestError === null ? null : { kind: 'error', message: requestError }}
      />
      {regrade && isRegradeRunning(regrade) ? (
        <RegradeProgress regrade={regrade} view={view} />
      ) : regrade?.state === 'previewed' ? (
        <Preview
          regrade={regrade}
          view={view}
          projectMode={projectMode}
          pairs={regrade.regrade === lastRegrade?.regrade ? pairs : []}
        />
      ) : (
        <StartForm regrade={regrade} view={view} projectMode={projectMode} />
      )}
    </>
  )
}

function StartForm({
  regrade,
  view,
  projectMode,
}: {
  regrade: Regrade | null
  view: RegradeState
  projectMode: GraderMode
}) {
  const [mode, setMode] = useState(projectMode)
  const endMessage = regrade && describeRegradeEnd(regrade)
  return (
    <section aria-labelledby="regrade-all" className="max-w-[36rem]">
      {regrade && (
        <OutcomeNotice
          className="pb-8"
          outcome={
            endMessage
              ? { kind: regrade.state === 'failed' ? 'error' : 'success', message: endMessage }
              : null
          }
        />
      )}
      <h2 id="regrade-all">Regrade all answers</h2>
      <p className="pt-1 pb-4 text-strong text-ink-2">
        Preview how the grader’s verdicts would change. Then apply or discard the changes.
      </p>
      <ChoiceList
        legend="Comparison"
        name="mode"
        choices={graderChoices.map((choice) =>
          choice.value === projectMode
            ? { ...choice, hint: `${choice.hint} Project setting.` }
            : choice,
        )}
        value={mode}
        onChange={setMode}
      />
      {mode !== projectMode && (
        <p className="pt-2 text-caption text-ink-3">
          Solutions imported later use the project setting.
        </p>
      )}
      <div className="pt-5">
        <Button tone="primary" aria-disabled={view.isBusy} onClick={() => void view.start(mode)}>
          Preview regrade
        </Button>
      </div>
    </section>
  )
}

function RegradeProgress({ regrade, view }: { regrade: Regrade; view: RegradeState }) {
  const { readRows, allRows, state } = regrade
  const { rowsPerSecond } = view
  const isPreview = state === 'previewing'
  return (
    <JobProgress
      job={regrade}
      label={isPreview ? 'Preview progress' : 'Apply progress'}
      barLabel="Solutions graded"
      progressLabel={
        allRows === null
          ? 'Waiting to start'
          : !isPreview
            ? 'Saving verdicts'
            : `${formatCount(readRows)} of ${formatCount(allRows)} solutions`
      }
      rateLabel={describeJobRate(rowsPerSecond, regrade)}
      note={
        isPreview
          ? 'Nothing changes yet. You can leave this page.'
          : 'All verdicts change at once. You can leave this page.'
      }
      value={allRows === null || !isPreview ? null : readRows}
      max={allRows ?? 1}
      isCancelling={view.isBusy}
      onCancel={() => void view.cancel(regrade.regrade)}
    />
  )
}

function Preview({
  regrade,
  view,
  projectMode,
  pairs,
}: {
  regrade: Regrade
  view: RegradeState
  projectMode: GraderMode
  pairs: readonly TypesetRegradePair[]
}) {
  const id = regrade.regrade
  const mode = graderChoices.find(({ value }) => value === regrade.mode)
  const warning = formatUnsureWarning(regrade)
  return (
    <section aria-labelledby="would-change" className="grid gap-10">
      <div className="max-w-[44rem]">
        <h2 id="would-change">Preview</h2>
        <p className="pt-1 pb-4 text-strong text-ink-2">
          Answer grading: {mode?.label}, {formatGraderVersion(regrade.graderVersion)}.{' '}
          {describeRegradeEffect(regrade)}
          {regrade.mode !== projectMode && ' Solutions imported later use the project setting.'}
        </p>
        {warning !== null && (
          <p role="note" className="flex gap-1.5 pb-4 font-strong text-negative">
            {warning}
          </p>
        )}
        <RegradeChanges changes={regrade.changes} />
        <div className="flex flex-wrap gap-2 pt-5">
          <Button tone="primary" aria-disabled={view.isBusy} onClick={() => void view.apply(id)}>
            {countChangedVerdicts(regrade.changes) === 0
              ? 'Apply'
              : `Apply ${formatQuantity(countChangedVerdicts(regrade.changes), 'change')}`}
          </Button>
          <Button aria-disabled={view.isBusy} onClick={() => void view.cancel(id)}>
            Discard preview
          </Button>
        </div>
      </div>
      {pairs.length > 0 && <RegradePairs pairs={pairs} />}
    </section>
  )
}
