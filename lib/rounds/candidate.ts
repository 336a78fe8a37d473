import type { Verdict } from '@/lib/grading/verdict'
import type { NotSelectedReason } from './contract'
import type { SlicePolicyName } from './policy'

export type UncertaintyMeasure = 'ensemble' | 'entropy'

/** A solution with its scores, as policies rank it. */
export interface SelectionCandidate {
  id: string
  problem: string
  verdict: Verdict
  /** Higher ranks first; null if unscored. */
  score: number | null
  /** The lowest step score; null without step scores. */
  minimum: number | null
  /** The step with this score, from 0. */
  lowestStep: number | null
  /** Ensemble disagreement, or the mean entropy of the steps in nats; null if neither is known. */
  disagreement: number | null
  /** What `disagreement` measures. */
  uncertaintyMeasure: UncertaintyMeasure | null
  steps: number
  /** Equal for solutions with identical steps. */
  text: string
  /** Why no policy can select it; null if it is eligible. */
  ineligibleReason: NotSelectedReason | null
}

/** A selected solution, in serving order. */
export interface SelectedCandidate {
  candidate: SelectionCandidate
  slice: SlicePolicyName
  /** From 1, within its problem, in the order of the slice. 1 in the random sample. */
  rank: number
  /** Eligible solutions to the problem that match the slice; in the random sample, all eligible solutions. */
  poolSize: number
  /** Annotators. */
  slots: number
  selectionProbability: number
}

export interface SolutionSelection {
  selected: SelectedCandidate[]
  /** Every other solution once, under the first reason that applies. */
  notSelected: ReadonlyMap<NotSelectedReason, readonly SelectionCandidate[]>
}
