/** How well one way to score steps does on the same held-out steps; null where it cannot be said. */
export interface Ranking {
  /** How often a step rated -1 gets a higher P(-1) than one that is not. */
  stepAuc: number | null
  /**
   * Of the solutions with an error: how often it is the likeliest first error, by P(-1) of a step times the chance that
   * none before it is wrong; ties count in part. Measured over all steps that the examples have.
   */
  firstErrorHit: number | null
}

export interface CalibrationBin {
  /** P(-1) in [from, to). */
  from: number
  to: number
  steps: number
  /** Null where there are no steps. */
  meanPredicted: number | null
  shareNegative: number | null
}

/** Measured on held-out problems, with a fit that did not see them. */
export interface ScorerMetrics {
  heldOutProblems: number
  heldOutSolutions: number
  heldOutSteps: number
  heldOutErrors: number
  scorer: Ranking
  /** By the share of errors at the step's number, and nothing else. */
  positionOnly: Ranking
  /** All steps alike. */
  random: Ranking
  /** Of P(-1), in nats a step; and that of always saying the share of errors. */
  logLoss: number | null
  baseLogLoss: number | null
  /** Mean distance of P(-1) from the share of errors, over ten bins by their steps. */
  calibrationError: number | null
  calibration: CalibrationBin[]
}
