import { Link } from '@/components/ui/link'
import { formatInstant } from '@/lib/platform/format'
import { addressNewRound, type Round } from './round'

/** A plan that waits, or is being worked out: it would be forgotten otherwise. */
export function RoundNews({
  slug,
  rounds,
  isAdmin,
}: {
  slug: string
  rounds: readonly Round[]
  isAdmin: boolean
}) {
  const plan = rounds.find(({ state }) => ['planning', 'planned', 'opening'].includes(state))
  if (!plan || !isAdmin) return null
  return (
    <p role="note" className="-mt-2 pb-8 text-strong">
      {words[plan.state as keyof typeof words]} Asked for by {plan.by},{' '}
      {formatInstant(plan.createdAt)}.{' '}
      <Link href={addressNewRound(slug, { plan: plan.round })}>
        {plan.state === 'planned' ? 'Look at it, and open it' : 'See how far it is'}
      </Link>
    </p>
  )
}

const words = {
  planning: 'A round is being planned.',
  planned: 'A plan of a round waits for you.',
  opening: 'A round is being opened.',
}
