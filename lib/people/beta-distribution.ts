/**
 * A Beta distribution with whole parameters: the posterior of a share after hits and misses, with a uniform prior. Its
 * distribution function is a sum of binomial terms, without approximation.
 */
export interface BetaDistribution {
  alpha: number
  beta: number
}

/** The posterior of a share after these hits among these answers. The prior is Beta(1, 1). */
export function computeSharePosterior(hits: number, answers: number): BetaDistribution {
  return { alpha: 1 + hits, beta: 1 + answers - hits }
}

export function computePosteriorMean({ alpha, beta }: BetaDistribution): number {
  return alpha / (alpha + beta)
}

/** The probability that the share is below `x`. */
export function computeProbabilityBelow({ alpha, beta }: BetaDistribution, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const n = alpha + beta - 1
  const [logX, logRest] = [Math.log(x), Math.log1p(-x)]
  let sum = 0
  for (let j = alpha; j <= n; j += 1)
    sum += Math.exp(logChoose(n, j) + j * logX + (n - j) * logRest)
  return Math.min(sum, 1)
}

/** The share below which the distribution has this probability. */
export function computePosteriorQuantile(
  distribution: BetaDistribution,
  probability: number,
): number {
  let [low, high] = [0, 1]
  // Each iteration halves the interval. After 50 the result has the precision of a double.
  for (let i = 0; i < 50; i += 1) {
    const middle = (low + high) / 2
    if (computeProbabilityBelow(distribution, middle) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

export const credibleIntervalProbability = 0.95

/** The central 95% interval. */
export function computeCredibleInterval(distribution: BetaDistribution): {
  low: number
  high: number
} {
  const tail = (1 - credibleIntervalProbability) / 2
  return {
    low: computePosteriorQuantile(distribution, tail),
    high: computePosteriorQuantile(distribution, 1 - tail),
  }
}

/** The probability that a share with posterior `a` is below an independent share with posterior `b`. */
export function computeProbabilityOfSmallerShare(a: BetaDistribution, b: BetaDistribution): number {
  let sum = 0
  for (let i = 0; i < b.alpha; i += 1)
    sum += Math.exp(
      logBeta(a.alpha + i, a.beta + b.beta) -
        Math.log(b.beta + i) -
        logBeta(1 + i, b.beta) -
        logBeta(a.alpha, a.beta),
    )
  return Math.min(sum, 1)
}

const logFactorials = [0]

function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k += 1)
    logFactorials.push(logFactorials[k - 1]! + Math.log(k))
  return logFactorials[n]!
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

const logBeta = (a: number, b: number) =>
  logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1)
