import { setImmediate as yieldToReplies } from 'node:timers/promises'
import { DawidSkeneModel } from '@/lib/agreement/consensus/dawid-skene'
import type { Transaction } from '@/lib/platform/server/database'
import { isCombiningConsensus } from '../consensus-names'
import {
  type ConsensusRule,
  decideConsensus,
  listNewestVotes,
  type VotedSolution,
} from '../decide-consensus'
import type { ExclusionReason } from '../exclusion-reasons'
import { makeEmptySplitCounts, type ReleaseCounts } from '../release-manifest'
import { countExclusions } from './count-exclusions.sql'
import type { SplitSideChooser } from './count-release'
import type { AnnotationSelection } from './select-annotations'
import { readConsensusVotes } from './votes.sql'

/**
 * The rule by which solutions are decided one by one; null without a combining consensus. Annotators' accuracy is estimated
 * from everything that matches the filters, including unchanged annotations.
 */
export async function prepareConsensusRule(
  reader: Transaction,
  selection: AnnotationSelection,
): Promise<ConsensusRule | null> {
  const { consensus: policy, fallback } = selection
  if (!isCombiningConsensus(policy)) return null
  if (policy !== 'dawid-skene' && fallback !== 'dawid-skene')
    return { policy, fallback, fitted: null }
  const model = new DawidSkeneModel()
  for await (const { id, solutions } of readConsensusVotes(reader, { ...selection, since: null }))
    for (const { steps, votes } of solutions) {
      const annotations = listNewestVotes(votes)
      if (annotations.length > 0) model.add({ steps, annotations }, id)
    }
  const pieces = model.fitInPieces()
  let next = pieces.next()
  while (next.done !== true) {
    await yieldToReplies()
    next = pieces.next()
  }
  return { policy, fallback, fitted: next.value }
}

/**
 * Like `countRelease`, for a release by consensus: `annotations` counts the annotations that voted in the included
 * solutions.
 *
 * @param reader a REPEATABLE READ transaction, so that solutions and exclusions are counted in one snapshot
 */
export async function countConsensusRelease(
  reader: Transaction,
  selection: AnnotationSelection,
  rule: ConsensusRule,
  chooseSide: SplitSideChooser,
): Promise<ReleaseCounts> {
  const counts = makeEmptySplitCounts()
  const excludedCounts: Partial<Record<ExclusionReason, number>> = {}
  const countExcluded = (reason: ExclusionReason, annotations: number) => {
    excludedCounts[reason] = (excludedCounts[reason] ?? 0) + annotations
  }
  let annotationCount = 0
  for await (const { statement, solutions } of readConsensusVotes(reader, selection)) {
    const voteCounts = solutions.flatMap((solution) => {
      annotationCount += solution.votes.length
      return countSolution(rule, solution, countExcluded) ?? []
    })
    if (voteCounts.length === 0) continue
    const side = counts[chooseSide(statement)]
    side.problems += 1
    side.solutions += voteCounts.length
    for (const annotations of voteCounts) side.annotations += annotations
  }
  const { selected, excluded } = await countExclusions(reader, selection)
  if (selected !== annotationCount)
    throw new Error(`Counted ${annotationCount} annotations, and then ${selected}`)
  for (const [reason, annotations] of Object.entries(excludedCounts))
    excluded[reason as ExclusionReason] += annotations
  return { ...counts, excluded }
}

/** Counts excluded annotations. Returns the number of counted votes; null if the solution is undecided. */
function countSolution(
  rule: ConsensusRule,
  solution: VotedSolution,
  countExcluded: (reason: ExclusionReason, annotations: number) => void,
): number | null {
  const decision = decideConsensus(rule, solution)
  for (const { noVoteReason } of solution.votes)
    if (noVoteReason !== null) countExcluded(noVoteReason, 1)
  countExcluded('duplicateAnnotator', decision.excludedCounts.duplicateAnnotator)
  countExcluded('notLatest', decision.excludedCounts.notLatest)
  if (decision.kind === 'decided') return decision.votes.length
  countExcluded(decision.reason, decision.votes.length)
  return null
}
