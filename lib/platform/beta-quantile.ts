/** The value below which a Beta distribution has this probability. `alpha` and `beta` are any positive numbers. */
export function computeBetaQuantile(probability: number, alpha: number, beta: number): number {
  let [low, high] = [0, 1]
  // Each iteration halves the interval; after 60 it has the precision of a double.
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2
    if (computeBetaCdf(middle, alpha, beta) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The value that Student's t exceeds in absolute value with probability 5%. */
export function computeStudentTCriticalValue(degreesOfFreedom: number): number {
  const share = computeBetaQuantile(0.95, 0.5, degreesOfFreedom / 2)
  return Math.sqrt((degreesOfFreedom * share) / (1 - share))
}

/** The regularised incomplete beta function: the probability that a Beta variable is below `x`. */
export function computeBetaCdf(x: number, alpha: number, beta: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast only on this side of the mean.
  if (x > (alpha + 1) / (alpha + beta + 2)) return 1 - computeBetaCdf(1 - x, beta, alpha)
  const logFactor = alpha * Math.log(x) + beta * Math.log1p(-x) - logBeta(alpha, beta)
  return (Math.exp(logFactor) / alpha) * evaluateFraction(x, alpha, beta)
}

/** More than any sample needs: the number of terms grows with the square root of the sample size. */
const maxTerms = 100_000

/** The continued fraction of the incomplete beta function (DLMF 8.17.22), by the modified method of Lentz. */
function evaluateFraction(x: number, alpha: number, beta: number): number {
  const avoidZero = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value)
  let [value, numerator, denominator] = [1, 1, 0]
  for (let term = 1; term <= maxTerms; term += 1) {
    const m = Math.floor(term / 2)
    const offset = alpha + 2 * m
    const coefficient =
      term % 2 === 0
        ? (m * (beta - m) * x) / ((offset - 1) * offset)
        : (-(alpha + m) * (alpha + beta + m) * x) / (offset * (offset + 1))
    denominator = 1 / avoidZero(1 + coefficient * denominator)
    numerator = avoidZero(1 + coefficient / numerator)
    value *= numerator * denominator
    if (Math.abs(numerator * denominator - 1) < 1e-15) break
  }
  return 1 / value
}

const logBeta = (alpha: number, beta: number) =>
  computeLogGamma(alpha) + computeLogGamma(beta) - computeLogGamma(alpha + beta)

/** Stirling's series (DLMF 5.11.1), after shifting the argument to where it is exact to 1e-15. */
function computeLogGamma(x: number): number {
  let [shifted, product] = [x, 1]
  for (; shifted < 10; shifted += 1) product *= shifted
  const inverse = 1 / (shifted * shifted)
  const series =
    (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) /
    shifted
  return (
    (shifted - 0.5) * Math.log(shifted) -
    shifted +
    0.5 * Math.log(2 * Math.PI) +
    series -
    Math.log(product)
  )
}
