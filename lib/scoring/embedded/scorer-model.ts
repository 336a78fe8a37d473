/** Training data of the embedded scorer: one annotation of one solution. */
export interface TrainingExample {
  /** Identifies problems for the hold-out and the members' samples. */
  problemId: string
  problem: string
  /** All steps of the solution. Only rated steps up to the first error are learned from. */
  steps: readonly string[]
  /** By step, up to the first error; null is unrated and skipped. Ratings after the first -1 are ignored. */
  ratings: readonly (-1 | 0 | 1 | null)[]
  /** For metrics by source and by subject only; null or absent if unknown. */
  source?: string | null
  subject?: string | null
}

/** Members of the ensemble. Each learns from four fifths of the problems. */
export const ensembleMemberCount = 5
/** "Negative", and "positive" among those that are not negative. */
export const outputCount = 2
/** Weights of a feature: two per member. */
export const weightsPerFeature = ensembleMemberCount * outputCount
/** Features are hashed to this number of bits. */
export const featureBits = 18
export const featureCount = 1 << featureBits
/** Increased with every change of features or weights; older models can't be used then. */
export const featureVersion = 3

/**
 * Turns a logit into a calibrated one: `slope * logit + intercept` for a step of familiar words; for other steps, closer
 * to `base`, the logit of the share in the training data.
 */
export interface Calibration {
  slope: number
  intercept: number
  base: number
}

/**
 * A trained ensemble. Weight of output o of member m for a feature: `weights[feature * weightsPerFeature + m *
 * outputCount + o]`.
 */
export interface ScorerModel {
  seed: number
  /** Size of the training data. */
  solutions: number
  steps: number
  /** Exact in 16 bits. */
  weights: Float32Array
  /** `[m * outputCount + o]`. */
  biases: Float64Array
  /** By feature: 1 for a word that steps of at least two problems contain. */
  familiar: Uint8Array
  /** For the logits of each output, fitted on problems that the member was not trained on. */
  calibration: { negative: Calibration; positive: Calibration }
}
