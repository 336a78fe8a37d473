import {
  agreeOn,
  compareFirstErrors,
  type Consensus,
  findFirstError,
  type Annotation,
} from './votes'

/**
 * The first error that most people gave. A tie is no consensus. Where the votes are many and scattered the most need not be
 * half.
 *
 * @param annotations one for each person, at least one; their order says nothing
 */
export function decideByMajority(annotations: readonly Annotation[]): Consensus {
  const votes = new Map<number | null, number>()
  for (const { ratings } of annotations) {
    const firstError = findFirstError(ratings)
    votes.set(firstError, (votes.get(firstError) ?? 0) + 1)
  }
  const maxVotes = Math.max(...votes.values())
  const leaders = [...votes]
    .filter(([, count]) => count === maxVotes)
    .map(([firstError]) => firstError)
  if (leaders.length === 1) return agreeOn(leaders[0]!, annotations)
  return { kind: 'tied', between: leaders.sort(compareFirstErrors) }
}
