'use client'

import { describeJobRate } from '@/components/jobs/describe-job-rate'
import { JobProgress } from '@/components/jobs/job-progress'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { PageTitle } from '@/components/ui/page-title'
import { SectionHeader } from '@/components/ui/section-header'
import { WarningList } from '@/components/ui/warning-list'
import { capitalise, formatCount } from '@/lib/platform/format'
import { explainSliceShortfall } from '@/lib/rounds/explain-shortfall'
import { describeRoundPlan, describeQueueChange, listPlanWarnings } from './describe-round'
import { describeRoundPolicy, describeRoundScores } from './describe-round-policy'
import { QueueList } from './queue-list'
import type { QueueShortcuts } from './queue-shortcuts'
import {
  newRoundHref,
  queueHref,
  isRoundJobRunning,
  type Round,
  type TypesetQueueItem,
} from './round'
import { SelectionBreakdown } from './selection-breakdown'
import { SlicesTable } from './slices-table'
import { useRoundPlan, type RoundPlanState } from './use-round-plan'

interface PlanScreenProps {
  slug: string
  initial: Round
  /** The first items of the plan, typeset. */
  firstItems: readonly TypesetQueueItem[]
  keys: QueueShortcuts
}

/** A plan from the start of planning until the round starts: what it selects, what it does not select, and why. */
export function RoundPlanScreen({ slug, initial, firstItems, keys }: PlanScreenProps) {
  const plan = useRoundPlan(slug, initial)
  const { round, requestError } = plan
  const isPlanned = round.state === 'planned'
  return (
    <>
      <PageTitle
        title={titles[round.state]}
        abstract={
          <span aria-live="polite">
            {isPlanned ? describeRoundPlan(round) : capitalise(describeRoundPolicy(round.policy))}
          </span>
        }
        actions={isPlanned && <PlanActions slug={slug} plan={plan} />}
      />
      <OutcomeNotice
        className="pb-6"
        outcome={requestError === null ? null : { kind: 'error', message: requestError }}
      />
      {isRoundJobRunning(round) && <PlanProgress plan={plan} />}
      {isPlanned && <PlanWarnings round={round} />}
      {isPlanned && <PlanDetails slug={slug} round={round} firstItems={firstItems} keys={keys} />}
      {!isPlanned && !isRoundJobRunning(round) && <EndedPlan slug={slug} round={round} />}
    </>
  )
}

const titles = {
  planning: 'Planning round',
  planned: 'Planned round',
  starting: 'Starting round',
  active: 'Round active',
  closed: 'Round closed',
  failed: 'Planning failed',
  cancelled: 'Plan discarded',
} as const satisfies Record<Round['state'], string>

function PlanActions({ slug, plan }: { slug: string; plan: RoundPlanState }) {
  const { round, isBusy } = plan
  return (
    <>
      <ButtonLink href={newRoundHref(slug, { from: round.round })}>Edit policy</ButtonLink>
      <Button aria-disabled={isBusy} onClick={() => void plan.cancel()}>
        Discard plan
      </Button>
      {round.outcome !== null && round.outcome.queued > 0 && (
        <Button tone="primary" aria-disabled={isBusy} onClick={() => void plan.start()}>
          Start round
        </Button>
      )}
    </>
  )
}

/** Warnings about a plan that is ready to start. */
function PlanWarnings({ round }: { round: Round }) {
  const warnings = listPlanWarnings(round)
  if (warnings.length === 0) return null
  return (
    <div className="-mt-2 pb-8">
      <WarningList label="Warnings" warnings={warnings} />
    </div>
  )
}

function PlanProgress({ plan }: { plan: RoundPlanState }) {
  const { round, rowsPerSecond } = plan
  const { readRows, allRows, state } = round
  return (
    <JobProgress
      job={round}
      label={state === 'planning' ? 'Planning progress' : 'Start progress'}
      barLabel="Solutions processed"
      progressLabel={
        allRows === null
          ? 'Waiting in the job queue'
          : `${formatCount(readRows)} of ${formatCount(allRows)} solutions`
      }
      rateLabel={describeJobRate(rowsPerSecond, round)}
      note={
        state === 'planning'
          ? 'You can leave this page. The queue does not change.'
          : 'You can leave this page. The queue changes when this is done.'
      }
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={plan.isBusy}
      onCancel={() => void plan.cancel()}
    />
  )
}

function PlanDetails({
  slug,
  round,
  firstItems,
  keys,
}: Omit<PlanScreenProps, 'initial'> & { round: Round }) {
  const { outcome, policy } = round
  if (outcome === null) return null
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
      <aside className="col-span-12 grid gap-10 wide:order-2 wide:col-span-4">
        {outcome.slices.length > 0 && (
          <SlicesTable
            name="Total"
            rows={outcome.slices.map((slice) => ({
              ...slice,
              annotations: null,
              // If the plan selects solutions, the warnings above say why slices are empty.
              shortfallReason:
                outcome.queued > 0 && slice.queued === 0
                  ? null
                  : explainSliceShortfall(slice, outcome, policy),
            }))}
          />
        )}
        <SelectionBreakdown slug={slug} outcome={outcome} policy={policy} isPlan />
        <div className="grid gap-3 font-read text-excerpt/5.5 font-text text-ink-2">
          <p>{describeQueueChange(outcome)}</p>
          <p>
            {describeRoundScores(round)}{' '}
            {policy.scores.source === 'none' ? '' : 'Scores are frozen when the round starts. '}
            Solutions are selected again when it starts, with the newest labels.
          </p>
        </div>
      </aside>
      <section aria-labelledby="planned-head" className="col-span-12 min-w-0 wide:col-span-8">
        <SectionHeader id="planned-head" title="First solutions">
          {firstItems.length > 0 &&
            `${formatCount(firstItems.length)} of ${formatCount(outcome.queued)}`}
        </SectionHeader>
        {outcome.queued === 0 && (
          <EmptyText>
            This policy selects no solutions.{' '}
            <Link href={newRoundHref(slug, { from: round.round })}>Edit policy</Link>
          </EmptyText>
        )}
        {/* The typeset rows arrive from the server after the counts. */}
        {firstItems.length > 0 && (
          <QueueList slug={slug} items={firstItems} keys={keys} canExclude={false} />
        )}
      </section>
    </div>
  )
}

function EndedPlan({ slug, round }: { slug: string; round: Round }) {
  return (
    <div className="grid max-w-abstract justify-items-start gap-4">
      {round.message !== null && (
        <OutcomeNotice
          outcome={{ kind: round.state === 'failed' ? 'error' : 'success', message: round.message }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={newRoundHref(slug, { from: round.round })} tone="primary">
          Plan again
        </ButtonLink>
        <ButtonLink href={queueHref(slug)}>Back to queue</ButtonLink>
      </div>
    </div>
  )
}
