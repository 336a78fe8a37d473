import type { NotSelectedReason } from '@/lib/rounds/contract'
import type { RoundPolicy } from '@/lib/rounds/policy'

/** Label of one reason in the breakdown of a selection. */
export function describeNotSelectedReason(
  reason: NotSelectedReason,
  { perProblem }: Pick<RoundPolicy, 'perProblem'>,
): string {
  if (reason === 'per-problem-cap')
    return perProblem === null
      ? 'over the limit per problem'
      : `over the limit of ${perProblem} per problem`
  return reasonLabels[reason]
}

const reasonLabels = {
  'no-steps': 'no steps',
  'other-flow': 'imported for another flow',
  gold: 'gold (known answers)',
  excluded: 'excluded',
  labelled: 'already labelled',
  'in-progress': 'in progress',
  'held-out': 'problem held out for evaluation',
  'same-text': 'duplicates',
  'unsure-answer': 'unsure answer',
  'no-slice': 'not in any slice',
  'no-score': 'no score',
  'over-size': 'over the maximum size',
} as const satisfies Record<Exclude<NotSelectedReason, 'per-problem-cap'>, string>
