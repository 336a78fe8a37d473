import type { Calibration } from './scorer-model'

/** The value of a present feature that is no word. */
export const plainWeight = 0.5

export const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit))

/** Weight of the prior towards the identity, in steps. */
const prior = 2
const maxIterations = 30
const flattest = 0.05

/**
 * Slope and intercept that calibrate logits (Platt scaling), by Newton's method. Close to 1 and 0 with little data. The
 * slope is always positive, so that scores keep the order of the logits.
 */
export function fitCalibration(logits: readonly number[], isTrue: readonly boolean[]): Calibration {
  let [slope, intercept] = [1, 0]
  for (let round = 0; round < maxIterations; round++) {
    let [gradientA, gradientB] = [prior * (slope - 1), prior * intercept]
    let [aa, ab, bb] = [prior, 0, prior]
    for (const [i, logit] of logits.entries()) {
      const chance = sigmoid(slope * logit + intercept)
      const error = chance - Number(isTrue[i])
      const curve = chance * (1 - chance)
      gradientA += error * logit
      gradientB += error
      aa += curve * logit * logit
      ab += curve * logit
      bb += curve
    }
    const determinant = aa * bb - ab * ab
    const stepA = (bb * gradientA - ab * gradientB) / determinant
    const stepB = (aa * gradientB - ab * gradientA) / determinant
    if (!Number.isFinite(stepA) || !Number.isFinite(stepB)) break
    slope -= Math.max(-1, Math.min(1, stepA))
    intercept -= Math.max(-1, Math.min(1, stepB))
    if (Math.abs(stepA) + Math.abs(stepB) < 1e-9) break
  }
  return { slope: Math.max(flattest, slope), intercept }
}
