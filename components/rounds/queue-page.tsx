import { shortenText } from '@/components/projects/shorten-text'
import { ButtonLink } from '@/components/ui/button'
import { CommandLine } from '@/components/ui/command-line'
import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import { SectionHead } from '@/components/ui/section-head'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { typesetText } from '@/lib/problems/typeset-text'
import { explainEmpty } from '@/lib/rounds/explain-shortfall'
import { CloseRound } from './close-round'
import { describeClosing, describeRound, describeStanding } from './describe-round'
import type { HeadKeys } from './head-keys'
import { KeepFresh } from './keep-fresh'
import { Ledger } from './ledger'
import { PastRounds } from './past-rounds'
import { QueueBoard } from './queue-board'
import {
  addressItems,
  addressNewRound,
  type Exclusions,
  type QueueHead,
  type Round,
  type RoundYield,
} from './round'
import { RoundNews } from './round-news'
import { showItem } from './show-item'
import { SlicesTable } from './slices-table'
import { TakenOut } from './taken-out'
import { YieldFigure } from './yield-figure'

interface QueuePageProps {
  slug: string
  isAdmin: boolean
  keys: HeadKeys
  head: QueueHead
  /** Newest first. */
  rounds: readonly Round[]
  /** The one that is open, and what it has found so far. */
  open: { round: Round; found: RoundYield } | null
  exclusions: Exclusions
}

/** The queue as it stands: the open round or what comes before one, its head, what was left out, and what it yields. */
export function QueuePage(props: QueuePageProps) {
  const { slug, isAdmin, head, rounds, open, exclusions } = props
  const last = rounds.find(({ number }) => number !== null) ?? null
  return (
    <Page>
      <PageTitle
        title={open ? `Round ${open.round.number}` : 'Queue'}
        abstract={open ? describeRound(open.round, head, open.found) : describeStanding(head, last)}
        actions={isAdmin && <Acts slug={slug} open={open?.round ?? null} head={head} />}
      />
      {open && <KeepFresh />}
      <RoundNews slug={slug} rounds={rounds} isAdmin={isAdmin} />
      <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
        <Head {...props} />
        {open ? (
          <RoundParts slug={slug} round={open.round} found={open.found} />
        ) : (
          <FirstRound slug={slug} isAdmin={isAdmin} hasRounds={last !== null} />
        )}
        <div className="col-span-12 grid min-w-0 grid-cols-1 gap-12 wide:col-span-8">
          {open && <YieldFigure found={open.found} />}
          <TakenOut
            slug={slug}
            canRestore={isAdmin}
            given={exclusions.map((item) => ({
              ...item,
              problem: shortenText(typesetText(item.problem), 120),
            }))}
          />
          <PastRounds rounds={rounds} />
        </div>
        {open && (
          <div className="col-span-12 grid gap-3 font-read text-excerpt/5.5 font-text text-ink-2 wide:col-span-4">
            <p>
              The exploration share is served in between, in no order. Nothing else tells without
              bias how often solutions err and how well people agree.
            </p>
            <p>
              A slice that finds fewer errors than the random one for 100 annotations is marked
              here, and can be given a smaller share in the next round.
            </p>
          </div>
        )}
      </div>
    </Page>
  )
}

function Acts({ slug, open, head }: { slug: string; open: Round | null; head: QueueHead }) {
  return (
    <>
      {open && (
        <CloseRound
          slug={slug}
          round={open.round}
          name={`round ${open.number}`}
          words={describeClosing(head)}
        />
      )}
      <ButtonLink href={addressNewRound(slug)} tone={open ? 'plain' : 'primary'}>
        {open ? 'Plan the next round' : 'Plan a round'}
      </ButtonLink>
    </>
  )
}

function Head({ slug, head, keys, isAdmin, open }: QueuePageProps) {
  const perProblem = open?.round.policy.perProblem ?? null
  return (
    <section aria-labelledby="head-of-queue" className="col-span-12 min-w-0 wide:col-span-8">
      <SectionHead id="head-of-queue" title="Head of the queue">
        {formatCount(head.open)} open
        {perProblem !== null &&
          `, at most ${formatCount(perProblem)} of each problem beside the random share`}
      </SectionHead>
      {head.items.length === 0 ? (
        <p className="border-t border-ink pt-3 text-strong text-ink-2">
          Nothing waits to be served.
          {head.held > 0 &&
            ` ${formatNoun(head.held, 'solution is', 'solutions are')} with somebody now.`}
        </p>
      ) : (
        <QueueBoard slug={slug} keys={keys} canTakeOut={isAdmin} items={head.items.map(showItem)}>
          <Link href={addressItems(slug)}>All {formatNoun(head.open, 'open item')}</Link>
        </QueueBoard>
      )}
    </section>
  )
}

/** What the open round is made of and leaves out. */
function RoundParts({ slug, round, found }: { slug: string; round: Round; found: RoundYield }) {
  const { outcome, policy } = round
  if (outcome === null) return null
  const bySlice = new Map(found.slices.map((each) => [each.slice, each]))
  return (
    <aside className="col-span-12 grid grid-cols-1 gap-10 wide:col-span-4">
      <SlicesTable
        name={`Round ${round.number}`}
        rows={outcome.slices.map((each) => ({
          ...{ slice: each.slice, queued: each.queued, why: explainEmpty(each) },
          labelled: bySlice.get(each.slice)?.labelled ?? 0,
          isUnderRandom: bySlice.get(each.slice)?.isUnderRandom,
        }))}
      />
      <Ledger slug={slug} outcome={outcome} policy={policy} isPlan={false} />
    </aside>
  )
}

/** Beside the head where no round is open: what one would do, and how to come by it. */
function FirstRound({
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
      <h2 className="text-ink">{hasRounds ? 'The next round' : 'What a round is'}</h2>
      <p>
        A round freezes the scores and selects solutions by a policy: convincing wrong answers
        first, where the reward model is certainly mistaken, and one in ten drawn at random, as a
        sample without bias.
      </p>
      <p>
        You see what it selects, what it leaves out and why, before it changes anything. Opening it
        takes the place of what waits now and is not begun; labels are not touched. From then on new
        solutions wait for the next round.
      </p>
      {isAdmin ? (
        <>
          <p>
            <Link href={addressNewRound(slug)}>
              Plan {hasRounds ? 'the next' : 'the first'} round
            </Link>
          </p>
          <CommandLine command={`npm run -s stepmark -- round plan --project ${slug}`} />
        </>
      ) : (
        <p>An admin of this project plans and opens it.</p>
      )}
    </aside>
  )
}
