import {
  agreeOn,
  compareFirstErrors,
  type Consensus,
  findFirstError,
  type Labelling,
} from './votes'

/**
 * The first error that most people gave. A tie is no consensus. Where the votes are many and scattered the most need not be
 * half.
 *
 * @param labellings one for each person, at least one; their order says nothing
 */
export function decideByMajority(labellings: readonly Labelling[]): Consensus {
  const votes = new Map<number | null, number>()
  for (const { ratings } of labellings) {
    const firstError = findFirstError(ratings)
    votes.set(firstError, (votes.get(firstError) ?? 0) + 1)
  }
  const most = Math.max(...votes.values())
  const leaders = [...votes].filter(([, count]) => count === most).map(([firstError]) => firstError)
  if (leaders.length === 1) return agreeOn(leaders[0]!, labellings)
  return { kind: 'tied', between: leaders.sort(compareFirstErrors) }
}
