import type { Transaction } from '@/lib/platform/server/database'
import { DawidSkene } from '@/lib/review/consensus/dawid-skene'
import { isVoting } from '../consensus-names'
import type { NotTakenReason } from '../not-taken-reasons'
import {
  type ConsensusRule,
  decideConsensus,
  listVoices,
  type VotedSolution,
} from '../decide-consensus'
import { noCounts, type ReleaseCounts } from '../release-manifest'
import { countNotTaken } from './count-not-taken.sql'
import type { Decide } from './count-release'
import type { Selection } from './select-labellings'
import { readVotes } from './votes.sql'

/**
 * What is needed to decide one solution after the other; null where each labelling stands for itself. Where people's
 * accuracy counts it is found from everything that the filters leave, whatever is new of it.
 */
export async function prepareRule(
  reader: Transaction,
  selection: Selection,
): Promise<ConsensusRule | null> {
  const { consensus: policy, fallback } = selection
  if (!isVoting(policy)) return null
  if (policy !== 'dawid-skene' && fallback !== 'dawid-skene')
    return { policy, fallback, fitted: null }
  const model = new DawidSkene()
  for await (const { solutions } of readVotes(reader, { ...selection, since: null }))
    for (const { steps, votes } of solutions) {
      const labellings = listVoices(votes)
      if (labellings.length > 0) model.add({ steps, labellings })
    }
  return { policy, fallback, fitted: model.fit() }
}

/**
 * As `countRelease` counts, of a release by consensus: `labellings` are those that were heard of solutions that are in it.
 *
 * @param reader a REPEATABLE READ transaction: both counts are of one instant
 */
export async function countConsensus(
  reader: Transaction,
  selection: Selection,
  rule: ConsensusRule,
  decide: Decide,
): Promise<ReleaseCounts> {
  const counts = noCounts()
  const missing: Partial<Record<NotTakenReason, number>> = {}
  const miss = (reason: NotTakenReason, labellings: number) => {
    missing[reason] = (missing[reason] ?? 0) + labellings
  }
  let all = 0
  for await (const { statement, solutions } of readVotes(reader, selection)) {
    const heard = solutions.flatMap((solution) => {
      all += solution.votes.length
      return countSolution(rule, solution, miss) ?? []
    })
    if (heard.length === 0) continue
    const side = counts[decide(statement)]
    side.problems += 1
    side.solutions += heard.length
    for (const labellings of heard) side.labellings += labellings
  }
  const { taken, notTaken } = await countNotTaken(reader, selection)
  if (taken !== all) throw new Error(`Counted ${all} labellings, and then ${taken}`)
  for (const [reason, labellings] of Object.entries(missing))
    notTaken[reason as NotTakenReason] += labellings
  return { ...counts, notTaken }
}

/** How many labellings are heard of a solution that is decided; null: it is not. */
function countSolution(
  rule: ConsensusRule,
  solution: VotedSolution,
  miss: (reason: NotTakenReason, labellings: number) => void,
): number | null {
  const decision = decideConsensus(rule, solution)
  for (const { noVoice } of solution.votes) if (noVoice !== null) miss(noVoice, 1)
  miss('again', decision.missing.again)
  miss('older', decision.missing.older)
  if (decision.kind === 'decided') return decision.votes.length
  miss(decision.why, decision.votes.length)
  return null
}
