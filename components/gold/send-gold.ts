import type { OutcomeMessage } from '@/components/ui/outcome-notice'
import { callApi } from '@/lib/client/call-api'
import { formatCount, formatQuantity } from '@/lib/platform/format'
import { formatFirstErrors } from './describe-gold'
import type { GoldCandidate, GoldSolution } from './gold'

export async function markSolutionAsGold(
  slug: string,
  { solution, revision }: Pick<GoldSolution, 'solution' | 'revision'>,
  { firstErrors, explanation }: { firstErrors: readonly number[]; explanation: string },
): Promise<string> {
  const { wasGold, closedSlots } = await callApi(
    'post /projects/{project}/gold/{solution}',
    { project: slug, solution, revision, firstErrors: [...firstErrors], explanation },
    { idempotencyKey: crypto.randomUUID() },
  )
  const queueText =
    closedSlots > 0
      ? ` The solution has left the queue (${formatQuantity(closedSlots, 'annotation was', 'annotations were')} still open).`
      : ''
  const actionText = wasGold ? 'Gold updated' : 'Marked as gold'
  return `${actionText}: ${formatFirstErrors(firstErrors)}.${queueText}`
}

export async function unmarkSolutionAsGold(slug: string, solution: string): Promise<string> {
  const { reopenedSlots } = await callApi(
    'post /projects/{project}/gold/{solution}/unmark',
    { project: slug, solution },
    { idempotencyKey: crypto.randomUUID() },
  )
  const openedText =
    reopenedSlots > 0
      ? `The solution is back in the queue (${formatQuantity(reopenedSlots, 'open annotation')}).`
      : 'A round can select it if it has no annotations.'
  return `Removed from gold. ${openedText}`
}

/** Accepts candidates, provided that their annotations still agree as shown on the page. The others are skipped. */
export async function acceptGoldCandidates(
  slug: string,
  candidates: readonly Pick<GoldCandidate, 'solution' | 'error' | 'people'>[],
): Promise<OutcomeMessage> {
  const { accepted, skipped } = await callApi(
    'post /projects/{project}/gold-candidates/accept',
    {
      project: slug,
      solutions: candidates.map(({ solution, error, people }) => ({ solution, error, people })),
    },
    { idempotencyKey: crypto.randomUUID() },
  )
  const acceptedText = `${formatQuantity(accepted, 'solution')} accepted as gold.`
  if (skipped.length === 0) return { kind: 'success', message: acceptedText }
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].join(' ')
  const message = `${acceptedText} ${formatCount(skipped.length)} not accepted: ${reasons}`
  return { kind: accepted > 0 ? 'success' : 'error', message }
}
