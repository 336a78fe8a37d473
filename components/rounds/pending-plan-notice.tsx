import { Link } from '@/components/ui/link'
import { formatInstant } from '@/lib/platform/format'
import { findPendingPlan, newRoundHref, type Round } from './round'

/** Reminds admins of a plan that is in progress or ready to start. */
export function PendingPlanNotice({
  slug,
  rounds,
  isAdmin,
}: {
  slug: string
  rounds: readonly Round[]
  isAdmin: boolean
}) {
  const plan = findPendingPlan(rounds)
  if (!plan || !isAdmin) return null
  const isEmpty = plan.state === 'planned' && plan.outcome?.queued === 0
  return (
    <p role="note" className="-mt-2 pb-8 text-strong">
      {isEmpty
        ? 'The planned round selects no solutions.'
        : messages[plan.state as keyof typeof messages]}{' '}
      Requested by {plan.by}, {formatInstant(plan.createdAt)}.{' '}
      {isEmpty ? (
        <Link href={newRoundHref(slug, { from: plan.round })}>Plan again</Link>
      ) : (
        <Link href={newRoundHref(slug, { plan: plan.round })}>
          {plan.state === 'planned' ? 'Review and start' : 'Show progress'}
        </Link>
      )}
    </p>
  )
}

const messages = {
  planning: 'A round is being planned.',
  planned: 'A planned round is ready to start.',
  starting: 'A round is starting.',
}
