import type { OutcomeWords } from '@/components/ui/outcome'
import { call } from '@/lib/client/call'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type {
  acceptConsensusContract,
  markGoldContract,
  unmarkGoldContract,
} from '@/lib/review/gold-contract'
import { nameFirstErrors } from './describe-gold'
import type { GoldCandidate, GoldSolution } from './gold'

export async function mark(
  slug: string,
  { solution, revision }: Pick<GoldSolution, 'solution' | 'revision'>,
  { firstErrors, explanation }: { firstErrors: readonly number[]; explanation: string },
): Promise<OutcomeWords> {
  const { wasGold, closedPlaces } = await call<typeof markGoldContract>(
    { method: 'post', path: '/projects/{project}/gold/{solution}' },
    { project: slug, solution, revision, firstErrors: [...firstErrors], explanation },
    { idempotencyKey: crypto.randomUUID() },
  )
  const closed =
    closedPlaces > 0 ? ` ${formatNoun(closedPlaces, 'place')} in the queue closed.` : ''
  const what = wasGold ? 'Its gold says now' : 'It is gold'
  return { kind: 'done', words: `${what}: ${nameFirstErrors(firstErrors)}.${closed}` }
}

export async function unmark(slug: string, solution: string): Promise<OutcomeWords> {
  const { openedPlaces } = await call<typeof unmarkGoldContract>(
    { method: 'post', path: '/projects/{project}/gold/{solution}/unmark' },
    { project: slug, solution },
    { idempotencyKey: crypto.randomUUID() },
  )
  const opened =
    openedPlaces > 0
      ? `${formatNoun(openedPlaces, 'place')} in the queue opened again.`
      : 'A round can select it again.'
  return { kind: 'done', words: `It is gold no more. ${opened}` }
}

/** With what was read: where annotations changed since it is left as it is. */
export async function acceptCandidates(
  slug: string,
  chosen: readonly Pick<GoldCandidate, 'solution' | 'error' | 'people'>[],
): Promise<OutcomeWords> {
  const { accepted, left } = await call<typeof acceptConsensusContract>(
    { method: 'post', path: '/projects/{project}/gold-candidates/accept' },
    {
      project: slug,
      solutions: chosen.map(({ solution, error, people }) => ({ solution, error, people })),
    },
    { idempotencyKey: crypto.randomUUID() },
  )
  const done = `${formatNoun(accepted, 'solution is', 'solutions are')} gold.`
  if (left.length === 0) return { kind: 'done', words: done }
  const reasons = [...new Set(left.map(({ reason }) => reason))].join(' ')
  const words = `${done} ${formatCount(left.length)} stayed as ${left.length === 1 ? 'it was' : 'they were'}: ${reasons}`
  return { kind: accepted > 0 ? 'done' : 'wrong', words }
}
