import { Link } from '@/components/ui/link'
import { Page, PageTitle } from '@/components/ui/page'
import type { HeadKeys } from './head-keys'
import { PlanScreen } from './plan-screen'
import { PolicyForm } from './policy-form'
import { addressNewRound, type Round, type ScorerList, type ScoreRun } from './round'
import { chooseFields, listScoreChoices } from './score-choices'
import { showItem } from './show-item'

/** A plan as it goes on, under the form's address. */
export function PlanPage({ slug, plan, keys }: { slug: string; plan: Round; keys: HeadKeys }) {
  return (
    <Page>
      <PlanScreen
        key={plan.round}
        slug={slug}
        given={withoutHead(plan)}
        head={plan.outcome?.head.map(showItem) ?? []}
        keys={keys}
      />
    </Page>
  )
}

/** What is shown of the head has its texts set: the browser needs no others. */
function withoutHead(plan: Round): Round {
  return { ...plan, outcome: plan.outcome && { ...plan.outcome, head: [] } }
}

/** What a round is asked for by: the design's own policy, that of another round, or one for a score run. */
export function NewRoundPage({
  slug,
  people,
  scorers,
  runs,
  from,
  scores,
  waiting,
}: {
  slug: string
  people: number
  scorers: ScorerList
  runs: readonly ScoreRun[]
  /** The round whose policy fills the form. */
  from: Round | null
  /** The score run that is chosen, if it is one of these. */
  scores: string | undefined
  /** A plan that was not opened or dropped yet. */
  waiting: Round | null
}) {
  const choices = listScoreChoices(scorers, runs)
  return (
    <Page>
      <PageTitle
        title="Plan a round"
        abstract="What people label next, in which order. You see what it selects, what it leaves out and why, and then open it or not."
      />
      {waiting && (
        <p role="note" className="-mt-2 pb-8 text-strong">
          A plan waits already, and a new one takes its place.{' '}
          <Link href={addressNewRound(slug, { plan: waiting.round })}>Look at it</Link>
        </p>
      )}
      <PolicyForm
        slug={slug}
        people={people}
        choices={choices}
        given={chooseFields(scorers, choices, { from, scores })}
      />
    </Page>
  )
}
