import type { Verdict } from '@/lib/grading/verdict'
import type { LeftOutReason } from './contract'
import type { SlicePolicy } from './policy'

export type UnsureBy = 'members' | 'entropy'

/** A solution as policies see it: scored, and frozen. */
export interface Candidate {
  id: string
  problem: string
  verdict: Verdict
  /** What ranks, higher is better; null where it has none. */
  score: number | null
  /** The lowest score of a step; null where steps have none. */
  minimum: number | null
  /** From 0, the step that has it. */
  lowestStep: number | null
  /** How far the members of an ensemble part, else the mean entropy of the steps in nats; null where neither is known. */
  disagreement: number | null
  /** Which of the two `disagreement` is. */
  unsureBy: UnsureBy | null
  steps: number
  /** The same for the same words. */
  text: string
  /** Why it cannot be in a round, whatever the policy; null: it can. */
  barredBy: LeftOutReason | null
}

/** A solution in a round, in the order in which it is served. */
export interface Selected {
  candidate: Candidate
  slice: SlicePolicy
  /** From 1: the how-manieth of its problem in its slice's own order, and of how many. Of random: 1 of all it was drawn from. */
  rank: number
  of: number
  /** People who label it. */
  wanted: number
  selectionProbability: number
}

export interface Selection {
  selected: Selected[]
  /** Everything else, each once, by the first reason that holds. */
  leftOut: ReadonlyMap<LeftOutReason, readonly Candidate[]>
}
