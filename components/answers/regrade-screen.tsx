'use client'

import { useState } from 'react'
import { graderChoices } from '@/components/projects/setting-words'
import { Button } from '@/components/ui/button'
import { ChoiceList } from '@/components/ui/choice-list'
import { Outcome } from '@/components/ui/outcome'
import { ProgressStrip } from '@/components/ui/progress-strip'
import { formatCount, formatDuration } from '@/lib/platform/format'
import type { GraderMode } from '@/lib/projects/settings'
import type { Regrade, ShownRegradePair } from './pair'
import { countChanged, describeApplying, describeEnd, isRunning, warnOfUnsure } from './regrade'
import { RegradeChanges } from './regrade-changes'
import { RegradePairs } from './regrade-pairs'
import { type RegradeView, useRegrade } from './use-regrade'

interface RegradeScreenProps {
  slug: string
  /** As the project's settings say. */
  projectMode: GraderMode
  /** The last one; null where there was none. */
  given: Regrade | null
  /** Its pairs, with their texts set. */
  pairs: readonly ShownRegradePair[]
}

/** All answers graded anew: a mode, a preview of what changes, and then, if it is wanted, the change. */
export function RegradeScreen({ slug, projectMode, given, pairs }: RegradeScreenProps) {
  const view = useRegrade(slug, given)
  const { regrade, failure } = view
  return (
    <>
      <Outcome
        className="pb-6"
        outcome={failure === null ? null : { kind: 'wrong', words: failure }}
      />
      {regrade && isRunning(regrade) ? (
        <RegradeProgress regrade={regrade} view={view} />
      ) : regrade?.state === 'previewed' ? (
        <Preview
          regrade={regrade}
          view={view}
          projectMode={projectMode}
          pairs={regrade.regrade === given?.regrade ? pairs : []}
        />
      ) : (
        <Start regrade={regrade} view={view} projectMode={projectMode} />
      )}
    </>
  )
}

function Start({
  regrade,
  view,
  projectMode,
}: {
  regrade: Regrade | null
  view: RegradeView
  projectMode: GraderMode
}) {
  const [mode, setMode] = useState(projectMode)
  const end = regrade && describeEnd(regrade)
  return (
    <section aria-labelledby="grade-anew" className="max-w-[36rem]">
      {regrade && (
        <Outcome
          className="pb-8"
          outcome={end ? { kind: regrade.state === 'failed' ? 'wrong' : 'done', words: end } : null}
        />
      )}
      <h2 id="grade-anew">Grade all answers anew</h2>
      <p className="pt-1 pb-4 text-strong text-ink-2">
        Every verdict that the grader gave is looked at again; those of people and of files stay.
        First you see what would change. Nothing changes until you apply it.
      </p>
      <ChoiceList
        legend="Answers are compared"
        name="mode"
        choices={graderChoices.map((choice) =>
          choice.value === projectMode
            ? { ...choice, hint: `${choice.hint} As the project’s settings say.` }
            : choice,
        )}
        value={mode}
        onChange={setMode}
      />
      {mode !== projectMode && (
        <p className="pt-2 text-caption text-ink-3">
          This grades what is here. Solutions that come later are graded as the settings say.
        </p>
      )}
      <div className="pt-5">
        <Button tone="primary" aria-disabled={view.isBusy} onClick={() => void view.open(mode)}>
          Preview
        </Button>
      </div>
    </section>
  )
}

function RegradeProgress({ regrade, view }: { regrade: Regrade; view: RegradeView }) {
  const { readRows, allRows, state } = regrade
  const { rowsPerSecond } = view
  const left = rowsPerSecond && allRows !== null ? (allRows - readRows) / rowsPerSecond : null
  const rate = rowsPerSecond ? `${formatCount(Math.round(rowsPerSecond))} a second` : ''
  const isPreview = state === 'previewing'
  return (
    <ProgressStrip
      label={isPreview ? 'Progress of the preview' : 'Progress of the change'}
      barLabel="Solutions looked through"
      done={
        allRows === null
          ? 'Waits for its turn'
          : !isPreview
            ? 'Stores what the preview found'
            : `${formatCount(readRows)} of ${formatCount(allRows)} solutions`
      }
      rate={left === null || left <= 0 ? rate : `${rate}, ${formatDuration(left)} left`}
      words={
        isPreview
          ? 'only looked at, nothing changes; goes on when you leave this page'
          : 'verdicts change all at once at the end; goes on when you leave this page'
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
  view: RegradeView
  projectMode: GraderMode
  pairs: readonly ShownRegradePair[]
}) {
  const id = regrade.regrade
  const mode = graderChoices.find(({ value }) => value === regrade.mode)
  const warning = warnOfUnsure(regrade)
  return (
    <section aria-labelledby="would-change" className="grid gap-10">
      <div className="max-w-[44rem]">
        <h2 id="would-change">What would change</h2>
        <p className="pt-1 pb-4 text-strong text-ink-2">
          Compared {mode && mode.label.charAt(0).toLowerCase() + mode.label.slice(1)}, by{' '}
          {regrade.graderVersion}. {describeApplying(regrade)}
          {regrade.mode !== projectMode &&
            ' Solutions that come later are graded as the settings say.'}
        </p>
        {warning !== null && (
          <p role="note" className="flex gap-1.5 pb-4 font-strong text-negative">
            {warning}
          </p>
        )}
        <RegradeChanges changes={regrade.changes} />
        <div className="flex flex-wrap gap-2 pt-5">
          <Button tone="primary" aria-disabled={view.isBusy} onClick={() => void view.apply(id)}>
            {countChanged(regrade.changes) === 0
              ? 'Apply'
              : `Change ${formatCount(countChanged(regrade.changes))} verdicts`}
          </Button>
          <Button aria-disabled={view.isBusy} onClick={() => void view.cancel(id)}>
            Leave all as it is
          </Button>
        </div>
      </div>
      {pairs.length > 0 && <RegradePairs pairs={pairs} />}
    </section>
  )
}
