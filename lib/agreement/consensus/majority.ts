import { findFirstError } from '@/lib/formats/annotation-rules'
import {
  buildFirstErrorConsensus,
  compareFirstErrors,
  type Consensus,
  type AnnotationVote,
} from './votes'

/**
 * The most frequent first error. Equally frequent ones are a tie. With many different votes, the winner can
 * have less than half of them.
 * @param annotations one for each annotator, at least one, in any order
 */
export function decideConsensusByMajority(annotations: readonly AnnotationVote[]): Consensus {
  const votes = new Map<number | null, number>()
  for (const { ratings } of annotations) {
    const firstError = findFirstError(ratings)
    votes.set(firstError, (votes.get(firstError) ?? 0) + 1)
  }
  const maxVotes = Math.max(...votes.values())
  const leaders = [...votes]
    .filter(([, count]) => count === maxVotes)
    .map(([firstError]) => firstError)
  if (leaders.length === 1) return buildFirstErrorConsensus(leaders[0]!, annotations)
  return { kind: 'tied', between: leaders.sort(compareFirstErrors) }
}
