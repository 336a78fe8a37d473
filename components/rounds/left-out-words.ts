import type { LeftOutReason } from '@/lib/rounds/contract'
import type { RoundPolicy } from '@/lib/rounds/policy'

/** Why solutions are not in a round, as the ledger says it, one reason a line. */
export function describeLeftOut(
  reason: LeftOutReason,
  { perProblem }: Pick<RoundPolicy, 'perProblem'>,
): string {
  if (reason === 'per-problem-cap')
    return perProblem === null
      ? 'more of the same problem'
      : `more than ${perProblem} of the same problem`
  return words[reason]
}

const words = {
  'no-steps': 'has no steps',
  'other-flow': 'made for another flow',
  gold: 'gold: its first errors are known',
  'taken-out': 'taken out by a person',
  labelled: 'labelled already',
  begun: 'begun: somebody is at it',
  'held-out': 'problem held out for evaluation',
  'same-text': 'same text as another',
  'unsettled-answer': 'answer unsure: waits for a person',
  'not-asked-for': 'no slice asks for it',
  'no-score': 'has no score',
  'beyond-size': 'beyond the size of the round',
} as const satisfies Record<Exclude<LeftOutReason, 'per-problem-cap'>, string>
