import type { ConfidenceInterval } from '@/lib/platform/bootstrap-intervals'

/** Metrics of one scoring method on the held-out steps; null if undefined. */
export interface RankingMetrics {
  /** How often a step rated -1 has a higher P(-1) than a step rated 0 or 1; ties count half. */
  stepAuc: number | null
  /**
   * Share of solutions with an error in which the most likely first error is right: by P(-1) times the probability that
   * no earlier step is wrong. Ties count in part. Measured over all steps of the examples.
   */
  firstErrorHit: number | null
}

export interface CalibrationBin {
  /** P(-1) in [from, to). */
  from: number
  to: number
  steps: number
  /** Null without steps. */
  meanPredicted: number | null
  /** With the interval by problem. */
  shareNegative: ConfidenceInterval | null
}

/** Measured on held-out problems, with a fit that was not trained on them. */
export interface HeldOutMetrics {
  heldOutProblems: number
  /** Annotations: a solution that two people labelled counts twice. */
  heldOutAnnotations: number
  heldOutSteps: number
  heldOutErrors: number
  scorer: RankingMetrics
  /** The share of errors by step number. */
  positionOnly: RankingMetrics
  /** The same probability for every step. */
  random: RankingMetrics
  /** Log loss of P(-1), in nats per step; and that of always predicting the share of errors. */
  logLoss: number | null
  baseLogLoss: number | null
  /** Mean distance of P(-1) from the share of errors, over ten bins weighted by steps. */
  calibrationError: number | null
  calibration: CalibrationBin[]
  /** Over all bins; null without steps. */
  shareNegative: ConfidenceInterval | null
}

/** Metrics on the held-out annotations of one source or subject. */
export interface GroupMetrics {
  kind: 'source' | 'subject'
  name: string
  metrics: HeldOutMetrics
}

/** How many sources or subjects the labels have, and how many of these occur in held-out problems. */
export interface HeldOutGroupCounts {
  kind: GroupMetrics['kind']
  labelled: number
  heldOut: number
}

/** As measured by P(-1). The API's `ScorerMetrics` are for P(correct). */
export interface EmbeddedScorerMetrics extends HeldOutMetrics {
  /**
   * By source and by subject, each kind only if the held-out annotations have several. In metrics over all
   * annotations, an easy source can hide that the scorer knows nothing about the others.
   */
  groups: GroupMetrics[]
  groupCounts: HeldOutGroupCounts[]
}
