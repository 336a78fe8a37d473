import { Link } from '@/components/ui/link'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { PolicyForm } from './policy-form'
import type { QueueShortcuts } from './queue-shortcuts'
import { newRoundHref, type Round, type ScorerList, type ScoreRun } from './round'
import { RoundPlanScreen } from './round-plan-screen'
import { chooseInitialPolicyFields, listScoreSourceChoices } from './score-source-choices'
import { typesetQueueItems } from './typeset-queue-item'

/** A plan and its progress, at the URL of the form. */
export async function RoundPlanPage({
  slug,
  plan,
  keys,
}: {
  slug: string
  plan: Round
  keys: QueueShortcuts
}) {
  return (
    <PageLayout>
      <RoundPlanScreen
        key={plan.round}
        slug={slug}
        initial={omitFirstItems(plan)}
        firstItems={await typesetQueueItems(plan.outcome?.firstItems ?? [])}
        keys={keys}
      />
    </PageLayout>
  )
}

/** The browser gets the typeset items instead of the raw ones. */
function omitFirstItems(plan: Round): Round {
  return { ...plan, outcome: plan.outcome && { ...plan.outcome, firstItems: [] } }
}

/** The round form, filled with the default policy, the policy of another round, or a score run. */
export function NewRoundPage({
  slug,
  annotators,
  scorers,
  runs,
  from,
  scores,
  pendingPlan,
}: {
  slug: string
  annotators: number
  scorers: ScorerList
  runs: readonly ScoreRun[]
  /** The round whose policy is copied. */
  from: Round | null
  /** The preselected score run, if it is in `runs`. */
  scores: string | undefined
  /** A plan that is neither started nor discarded. */
  pendingPlan: Round | null
}) {
  const scoreChoices = listScoreSourceChoices(scorers, runs)
  return (
    <PageLayout>
      <PageTitle
        title="Plan round"
        abstract="Choose what annotators label next. You can preview the round before you start it."
      />
      {pendingPlan && (
        <p role="note" className="-mt-2 pb-8 text-strong">
          There is already a plan. A new one replaces it.{' '}
          <Link href={newRoundHref(slug, { plan: pendingPlan.round })}>Review plan</Link>
        </p>
      )}
      <PolicyForm
        slug={slug}
        annotators={annotators}
        scoreChoices={scoreChoices}
        initial={chooseInitialPolicyFields(scorers, scoreChoices, { from, scores })}
      />
    </PageLayout>
  )
}
