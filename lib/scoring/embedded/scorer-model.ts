/** What the embedded scorer learns from: one annotation of one solution. */
export interface LabelledSolution {
  /** What tells problems apart: the hold-out and the members' shares are drawn by it. */
  problemId: string
  problem: string
  /** All of the solution's, rated or not; only the rated ones, up to the first error, are learned from. */
  steps: readonly string[]
  /** By step, up to the first error; null is unrated and skipped. What stands after the first -1 is not read. */
  ratings: readonly (-1 | 0 | 1 | null)[]
}

/** Members of the ensemble. Each learns from the problems of four fifths. */
export const memberCount = 5
/** "Negative", and of what is not negative "positive". */
export const outputCount = 2
/** Of a feature: two a member. */
export const weightsPerFeature = memberCount * outputCount
/** Features are hashed to this many bits. */
export const featureBits = 18
export const featureCount = 1 << featureBits
/** Goes up with every change of features or of what a weight means: older models cannot be used then. */
export const featureVersion = 2

/** What a logit is multiplied with, and what is added then. */
export interface Calibration {
  slope: number
  intercept: number
}

/** A trained ensemble. Member m's weight of output o for a feature: `weights[feature * weightsPerFeature + m * outputCount + o]`. */
export interface ScorerModel {
  seed: number
  /** What it learned from. */
  solutions: number
  steps: number
  /** Exact in 16 bits. */
  weights: Float32Array
  /** `[m * outputCount + o]`. */
  biases: Float64Array
  /** For the logits of each output, fitted on problems that the member did not see. */
  calibration: { negative: Calibration; positive: Calibration }
}
