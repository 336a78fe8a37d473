import { ButtonLink } from '@/components/ui/button'
import { CommandLineText } from '@/components/ui/command-line-text'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount } from '@/lib/platform/format'
import { explainSliceShortfall } from '@/lib/rounds/explain-shortfall'
import { typesetTextsForPage } from '@/lib/typesetting/reply-typesetter'
import { CloseRoundAction } from './close-round'
import {
  describeClosingEffect,
  describeRound,
  describeQueueWithoutRound,
  describeWaitingSolutions,
} from './describe-round'
import { describeProblemLimit } from './describe-round-policy'
import { ExcludedSolutions } from './excluded-solutions'
import { PageAutoRefresh } from './page-auto-refresh'
import { PastRounds } from './past-rounds'
import { PendingPlanNotice } from './pending-plan-notice'
import { QueueList } from './queue-list'
import type { QueueShortcuts } from './queue-shortcuts'
import {
  findPendingPlan,
  queueItemsHref,
  newRoundHref,
  type Exclusion,
  type QueueReply,
  type Round,
  type RoundYield,
} from './round'
import { SelectionBreakdown } from './selection-breakdown'
import { SlicesTable } from './slices-table'
import { typesetQueueItems } from './typeset-queue-item'
import { YieldFigure } from './yield-figure'

interface QueuePageProps {
  slug: string
  isAdmin: boolean
  keys: QueueShortcuts
  listing: QueueReply
  /** Newest first. */
  rounds: readonly Round[]
  /** The active round and its yield so far. */
  activeRoundWithYield: { round: Round; roundYield: RoundYield } | null
  exclusions: readonly Exclusion[]
}

/** The queue: the active round, the next items, the solutions not selected, and the yield. */
export async function QueuePage(props: QueuePageProps) {
  const { slug, isAdmin, listing, rounds, activeRoundWithYield, exclusions } = props
  const typesetExclusions = await typesetTextsForPage(({ excerpt }) =>
    exclusions.map((item) => ({ ...item, problem: excerpt(item.problem, 120) })),
  )
  const lastRound = rounds.find(({ number }) => number !== null) ?? null
  return (
    <PageLayout>
      <PageTitle
        title={activeRoundWithYield ? `Round ${activeRoundWithYield.round.number}` : 'Queue'}
        abstract={
          activeRoundWithYield
            ? describeRound(activeRoundWithYield.round, listing, activeRoundWithYield.roundYield)
            : describeQueueWithoutRound(listing, lastRound)
        }
        learnMore={{ doc: 'rounds', topic: 'the queue and rounds' }}
        actions={
          isAdmin && (
            <RoundActions
              slug={slug}
              listing={listing}
              activeRound={activeRoundWithYield?.round ?? null}
              hasPendingPlan={findPendingPlan(rounds) !== undefined}
            />
          )
        }
      />
      {activeRoundWithYield && <PageAutoRefresh />}
      <PendingPlanNotice slug={slug} rounds={rounds} isAdmin={isAdmin} />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
        <NextInQueue {...props} />
        {activeRoundWithYield ? (
          <RoundSummary
            slug={slug}
            round={activeRoundWithYield.round}
            roundYield={activeRoundWithYield.roundYield}
          />
        ) : (
          <AboutRounds slug={slug} isAdmin={isAdmin} hasRounds={lastRound !== null} />
        )}
        <div className="col-span-12 grid min-w-0 grid-cols-1 gap-12 wide:col-span-8">
          {activeRoundWithYield && <YieldFigure roundYield={activeRoundWithYield.roundYield} />}
          <ExcludedSolutions slug={slug} canRestore={isAdmin} exclusions={typesetExclusions} />
          <PastRounds rounds={rounds} />
        </div>
      </div>
    </PageLayout>
  )
}

function RoundActions({
  slug,
  activeRound,
  listing,
  hasPendingPlan,
}: {
  slug: string
  activeRound: Round | null
  listing: QueueReply
  /** The page links to a pending plan, so the button for a new plan is then not the primary one. */
  hasPendingPlan: boolean
}) {
  return (
    <>
      {activeRound && (
        <CloseRoundAction
          slug={slug}
          round={activeRound.round}
          name={`round ${activeRound.number}`}
          consequences={describeClosingEffect(listing)}
        />
      )}
      <ButtonLink
        href={newRoundHref(slug)}
        tone={activeRound || hasPendingPlan ? 'plain' : 'primary'}
      >
        {activeRound ? 'Plan next round' : 'Plan round'}
      </ButtonLink>
    </>
  )
}

async function NextInQueue({ slug, listing, keys, isAdmin, activeRoundWithYield }: QueuePageProps) {
  const policy = activeRoundWithYield?.round.policy
  return (
    <section aria-labelledby="next-in-queue" className="col-span-12 min-w-0 wide:col-span-8">
      <SectionHeader id="next-in-queue" title="Next in queue">
        {describeWaitingSolutions(listing.waiting, activeRoundWithYield?.round ?? null)}
        {policy && describeProblemLimit(policy)}
      </SectionHeader>
      {listing.items.length === 0 ? (
        <EmptyText>
          No solutions are waiting.
          {listing.leased > 0 && ` ${formatCount(listing.leased)} in progress.`}
        </EmptyText>
      ) : (
        <QueueList
          slug={slug}
          keys={keys}
          canExclude={isAdmin}
          items={await typesetQueueItems(listing.items)}
        >
          <Link href={queueItemsHref(slug)}>Show all {formatCount(listing.waiting)}</Link>
        </QueueList>
      )}
    </section>
  )
}

/** Slices of the active round, and the solutions not selected. */
function RoundSummary({
  slug,
  round,
  roundYield,
}: {
  slug: string
  round: Round
  roundYield: RoundYield
}) {
  const { outcome, policy } = round
  if (outcome === null) return null
  const yieldBySlice = new Map(
    roundYield.slices.map((sliceYield) => [sliceYield.slice, sliceYield]),
  )
  return (
    <aside className="col-span-12 grid grid-cols-1 gap-10 wide:col-span-4">
      <SlicesTable
        name={`Round ${round.number}`}
        rows={outcome.slices.map((slice) => ({
          slice: slice.slice,
          queued: slice.queued,
          shortfallReason: explainSliceShortfall(slice, outcome, policy),
          annotations: yieldBySlice.get(slice.slice)?.annotations ?? 0,
          isBelowRandom: yieldBySlice.get(slice.slice)?.isBelowRandom,
        }))}
      />
      <SelectionBreakdown slug={slug} outcome={outcome} policy={policy} isPlan={false} />
    </aside>
  )
}

/** Shown next to the queue when no round is active: what a round is, and how to plan one. */
function AboutRounds({
  slug,
  isAdmin,
  hasRounds,
}: {
  slug: string
  isAdmin: boolean
  hasRounds: boolean
}) {
  return (
    <aside className="col-span-12 grid gap-3 font-read text-excerpt/5.5 font-text text-ink-2 wide:col-span-4">
      <h2 className="text-ink">{hasRounds ? 'Next round' : 'Rounds'}</h2>
      <p>
        A round freezes the scores and selects what annotators label next.
        {isAdmin && ' You preview the selection before you start it.'}
      </p>
      {isAdmin ? (
        <>
          <p>
            <Link href={newRoundHref(slug)}>
              {hasRounds ? 'Plan next round' : 'Plan first round'}
            </Link>
          </p>
          <CommandLineText command={`npm run -s stepmark -- round plan --project ${slug}`} />
        </>
      ) : (
        <p>Only admins can plan rounds.</p>
      )}
    </aside>
  )
}
