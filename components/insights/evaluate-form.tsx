'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Outcome } from '@/components/ui/outcome'
import { ProgressStrip } from '@/components/ui/progress-strip'
import { SelectField } from '@/components/ui/select-field'
import { formatCount, formatDuration, formatNoun } from '@/lib/platform/format'
import { formatCounted } from '@/lib/scoring/counted'
import type { Evaluation, EvaluationOptions, ScoreSource } from './evaluation'
import { type EvaluationView, useEvaluation } from './use-evaluation'
import { aggregationChoices, nameSource, neutralChoices } from './write-figures'

/** Which scores, and how; then how far it is. */
export function EvaluateForm({
  slug,
  sources,
  shown,
  newest: given,
}: {
  slug: string
  sources: readonly ScoreSource[]
  /** What stands below; null: nothing yet. */
  shown: Evaluation | null
  newest: Evaluation | null
}) {
  const view = useEvaluation(slug, given)
  const { newest, failure } = view
  const isRunning = newest?.state === 'running'
  const end = newest && describeEnd(newest)
  return (
    <>
      <Outcome
        className="pb-4"
        outcome={failure === null ? null : { kind: 'wrong', words: failure }}
      />
      {newest && isRunning ? (
        <Progress newest={newest} view={view} />
      ) : (
        <>
          <Outcome
            className="pb-4"
            outcome={
              end ? { kind: newest?.state === 'failed' ? 'wrong' : 'done', words: end } : null
            }
          />
          <Choices sources={sources} shown={shown} view={view} />
        </>
      )}
    </>
  )
}

/** Of one that ended otherwise than well. */
function describeEnd({ state, message }: Evaluation): string | null {
  if (state === 'cancelled') return message ?? 'Cancelled.'
  return state === 'failed' ? `It could not be worked out. ${message ?? ''}` : null
}

const countScored = ({ scores, solutions }: ScoreSource) =>
  scores === 'imported' ? formatCounted(solutions, 'solution') : formatNoun(solutions, 'solution')

function Choices({
  sources,
  shown,
  view,
}: {
  sources: readonly ScoreSource[]
  shown: Evaluation | null
  view: EvaluationView
}) {
  const [options, setOptions] = useState<EvaluationOptions>(
    shown?.options ?? {
      scores: sources[0]?.scores ?? 'imported',
      aggregation: 'product',
      neutral: 'positive',
    },
  )
  const choices =
    sources.length > 0
      ? sources.map((source) => ({
          value: source.scores,
          label: `${nameSource(source)}: ${countScored(source)}`,
        }))
      : [{ value: 'imported', label: 'there are none yet' }]
  return (
    <div className="grid grid-cols-[minmax(0,22rem)_12rem_13rem_auto] items-end gap-x-6 gap-y-4 pb-10 max-wide:grid-cols-2 max-desk:grid-cols-1">
      <SelectField
        label="Scores"
        choices={choices}
        value={options.scores}
        onChange={(scores) => setOptions({ ...options, scores })}
      />
      <SelectField
        label="Of a solution"
        choices={aggregationChoices}
        value={options.aggregation}
        onChange={(aggregation) => setOptions({ ...options, aggregation })}
      />
      <SelectField
        label="Neutral counts"
        choices={neutralChoices}
        value={options.neutral}
        onChange={(neutral) => setOptions({ ...options, neutral })}
      />
      <div className="flex h-9 items-center">
        <Button tone="primary" aria-disabled={view.isBusy} onClick={() => void view.start(options)}>
          {shown ? 'Compute again' : 'Compute'}
        </Button>
      </div>
    </div>
  )
}

function Progress({ newest, view }: { newest: Evaluation; view: EvaluationView }) {
  const { readRows, allRows } = newest
  const { rowsPerSecond } = view
  const left = rowsPerSecond && allRows !== null ? (allRows - readRows) / rowsPerSecond : null
  const rate = rowsPerSecond ? `${formatCount(Math.round(rowsPerSecond))} rows a second` : ''
  return (
    <ProgressStrip
      label="Progress of the evaluation"
      barLabel="Rows read"
      done={
        allRows === null
          ? 'Waits for its turn'
          : readRows >= allRows
            ? 'Works out intervals'
            : `${formatCount(readRows)} of ${formatCount(allRows)} rows`
      }
      rate={left === null || left <= 0 ? rate : `${rate}, ${formatDuration(left)} left`}
      words="goes on when you leave this page"
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={view.isBusy}
      onCancel={() => void view.cancel(newest.evaluation)}
    />
  )
}
