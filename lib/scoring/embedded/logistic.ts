import type { Calibration } from './scorer-model'

/** The value of a present feature that is neither a word nor a pair of words. */
export const plainFeatureValue = 0.7

export const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit))

/** Weight of the prior towards the identity, in steps. */
const prior = 2
const maxIterations = 30
const minSlope = 0.05

/** Raw logits of steps that the fit was not trained on, how far to trust each, and whether the step has the outcome. */
export interface CalibrationData {
  logits: number[]
  trust: number[]
  isTrue: boolean[]
}

/**
 * Slope and intercept that calibrate logits (Platt scaling), by Newton's method. Close to 1 and 0 with little data. The
 * slope is always positive, so that scores keep the order of the logits.
 */
export function fitCalibration(
  { logits, trust, isTrue }: CalibrationData,
  base: number,
): Calibration {
  let [slope, intercept] = [1, 0]
  for (let round = 0; round < maxIterations; round++) {
    let [gradientA, gradientB] = [prior * (slope - 1), prior * intercept]
    let [aa, ab, bb] = [prior, 0, prior]
    for (const [i, logit] of logits.entries()) {
      const weight = trust[i]!
      const probability = computeCalibratedProbability({ slope, intercept, base }, logit, weight)
      const error = (probability - Number(isTrue[i])) * weight
      const curvature = probability * (1 - probability) * weight * weight
      gradientA += error * logit
      gradientB += error
      aa += curvature * logit * logit
      ab += curvature * logit
      bb += curvature
    }
    const determinant = aa * bb - ab * ab
    const stepA = (bb * gradientA - ab * gradientB) / determinant
    const stepB = (aa * gradientB - ab * gradientA) / determinant
    if (!Number.isFinite(stepA) || !Number.isFinite(stepB)) break
    slope -= Math.max(-1, Math.min(1, stepA))
    intercept -= Math.max(-1, Math.min(1, stepB))
    if (Math.abs(stepA) + Math.abs(stepB) < 1e-9) break
  }
  return { slope: Math.max(minSlope, slope), intercept, base }
}

/** The calibrated probability of a raw logit that can be trusted to this degree, in [0, 1]. */
export const computeCalibratedProbability = (
  { slope, intercept, base }: Calibration,
  logit: number,
  trust: number,
): number => sigmoid(base + trust * (slope * logit + intercept - base))
