'use client'

import { Button, ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Outcome } from '@/components/ui/outcome'
import { PageTitle } from '@/components/ui/page'
import { ProgressStrip } from '@/components/ui/progress-strip'
import { SectionHead } from '@/components/ui/section-head'
import { Warnings } from '@/components/ui/warnings'
import { formatCount, formatDuration } from '@/lib/platform/format'
import { explainEmpty } from '@/lib/rounds/explain-shortfall'
import { describePolicy, describeScores } from './describe-policy'
import { describePlan, describeReplaced, listShortfalls } from './describe-round'
import type { HeadKeys } from './head-keys'
import { QueueBoard } from './queue-board'
import { Ledger } from './ledger'
import { addressNewRound, addressQueue, isMoving, type Round, type ShownItem } from './round'
import { SlicesTable } from './slices-table'
import { usePlan, type PlanView } from './use-plan'

interface PlanScreenProps {
  slug: string
  given: Round
  /** What would be served first, with its texts set. */
  head: readonly ShownItem[]
  keys: HeadKeys
}

/** A plan from the first row that is read until it is opened: what it selects, what it leaves out, and why. */
export function PlanScreen({ slug, given, head, keys }: PlanScreenProps) {
  const view = usePlan(slug, given)
  const { round, failure } = view
  const isPlanned = round.state === 'planned'
  return (
    <>
      <PageTitle
        title={titles[round.state]}
        abstract={
          <span aria-live="polite">
            {isPlanned ? describePlan(round) : `${capitalise(describePolicy(round.policy))}.`}
          </span>
        }
        actions={isPlanned && <Acts slug={slug} view={view} />}
      />
      <Outcome
        className="pb-6"
        outcome={failure === null ? null : { kind: 'wrong', words: failure }}
      />
      {isMoving(round) && <PlanProgress view={view} />}
      {isPlanned && <Shortfalls round={round} />}
      {isPlanned && <PlanParts {...{ slug, round, head, keys }} />}
      {!isPlanned && !isMoving(round) && <PlanEnd slug={slug} round={round} />}
    </>
  )
}

const titles = {
  planning: 'Planning a round',
  planned: 'What the round would be',
  opening: 'Opening the round',
  open: 'The round is open',
  closed: 'The round is closed',
  failed: 'The plan failed',
  cancelled: 'The plan was dropped',
} as const satisfies Record<Round['state'], string>

function Acts({ slug, view }: { slug: string; view: PlanView }) {
  const { round, isBusy } = view
  return (
    <>
      <ButtonLink href={addressNewRound(slug, { from: round.round })}>Change the policy</ButtonLink>
      <Button aria-disabled={isBusy} onClick={() => void view.cancel()}>
        Drop the plan
      </Button>
      {round.outcome !== null && round.outcome.queued > 0 && (
        <Button tone="primary" aria-disabled={isBusy} onClick={() => void view.open()}>
          Open the round
        </Button>
      )}
    </>
  )
}

/** Between what is said of the plan and the button that opens it: what one would not expect of it. */
function Shortfalls({ round }: { round: Round }) {
  const words = listShortfalls(round)
  if (words.length === 0) return null
  return (
    <div className="-mt-2 pb-8">
      <Warnings label="Before you open it" warnings={words} />
    </div>
  )
}

function PlanProgress({ view }: { view: PlanView }) {
  const { round, rowsPerSecond } = view
  const { readRows, allRows, state } = round
  const left = rowsPerSecond && allRows !== null ? (allRows - readRows) / rowsPerSecond : null
  const rate = rowsPerSecond ? `${formatCount(Math.round(rowsPerSecond))} a second` : ''
  return (
    <ProgressStrip
      label={state === 'planning' ? 'Progress of the plan' : 'Progress of the opening'}
      barLabel="Solutions looked through"
      done={
        allRows === null
          ? 'Waits for its turn'
          : `${formatCount(readRows)} of ${formatCount(allRows)} solutions`
      }
      rate={left === null || left <= 0 ? rate : `${rate}, ${formatDuration(left)} left`}
      words={
        state === 'planning'
          ? 'only looked at, nothing changes; goes on when you leave this page'
          : 'the queue changes all at once at the end; goes on when you leave this page'
      }
      value={allRows === null ? null : readRows}
      max={allRows ?? 1}
      isCancelling={view.isBusy}
      onCancel={() => void view.cancel()}
    />
  )
}

function PlanParts({ slug, round, head, keys }: Omit<PlanScreenProps, 'given'> & { round: Round }) {
  const { outcome, policy } = round
  if (outcome === null) return null
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
      <aside className="col-span-12 grid gap-10 wide:order-2 wide:col-span-4">
        {outcome.slices.length > 0 && (
          <SlicesTable
            name="The round"
            rows={outcome.slices.map((each) => ({
              ...{ ...each, labelled: null, why: explainEmpty(each) },
            }))}
          />
        )}
        <Ledger slug={slug} outcome={outcome} policy={policy} isPlan />
        <div className="grid gap-3 font-read text-excerpt/5.5 font-text text-ink-2">
          <p>{describeReplaced(outcome)}</p>
          <p>
            {describeScores(round)} They are frozen when the round opens; labels that come in until
            then are counted.
          </p>
        </div>
      </aside>
      <section aria-labelledby="planned-head" className="col-span-12 min-w-0 wide:col-span-8">
        <SectionHead id="planned-head" title="What would be served first, and why">
          {head.length > 0 &&
            `the first ${formatCount(head.length)} of ${formatCount(outcome.queued)}`}
        </SectionHead>
        {outcome.queued === 0 && (
          <p className="border-t border-ink pt-3 text-strong text-ink-2">
            This policy selects nothing here.{' '}
            <Link href={addressNewRound(slug, { from: round.round })}>Change it</Link>
          </p>
        )}
        {/* Rows come a moment after the counts, set by the server. */}
        {head.length > 0 && <QueueBoard slug={slug} items={head} keys={keys} canTakeOut={false} />}
      </section>
    </div>
  )
}

function PlanEnd({ slug, round }: { slug: string; round: Round }) {
  return (
    <div className="grid max-w-abstract justify-items-start gap-4">
      {round.message !== null && (
        <Outcome
          outcome={{ kind: round.state === 'failed' ? 'wrong' : 'done', words: round.message }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={addressNewRound(slug, { from: round.round })} tone="primary">
          Plan anew
        </ButtonLink>
        <ButtonLink href={addressQueue(slug)}>To the queue</ButtonLink>
      </div>
    </div>
  )
}

const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
