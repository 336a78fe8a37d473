/** Coefficients of the Lanczos approximation with g = 7, which has a relative error below 1e-13. */
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** The gamma function of a real number; NaN at its poles. */
export function gamma(x: number): number {
  if (Number.isInteger(x) && x <= 0) return NaN
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x))
  const sum = lanczos.reduce((total, part, i) => total + part / (x + i), 0.99999999999980993)
  const t = x + 6.5
  return Math.sqrt(2 * Math.PI) * t ** (x - 0.5) * Math.exp(-t) * sum
}

const zetaTerms = 24

/** Riemann's zeta function of a real number (Borwein's algorithm); NaN at its pole. */
export function zeta(s: number): number {
  if (s === 1) return NaN
  if (s < 0)
    return s % 2 === 0
      ? 0
      : 2 ** s * Math.PI ** (s - 1) * Math.sin((Math.PI * s) / 2) * gamma(1 - s) * zeta(1 - s)
  const weights: number[] = []
  let term = 1 / zetaTerms
  let weight = 0
  for (let i = 0; i <= zetaTerms; i++) {
    weight += term
    weights.push(zetaTerms * weight)
    term *= (4 * (zetaTerms + i) * (zetaTerms - i)) / ((2 * i + 1) * (2 * i + 2))
  }
  const last = weights[zetaTerms]!
  let sum = 0
  for (let k = 0; k < zetaTerms; k++)
    sum += ((k % 2 ? -1 : 1) * (weights[k]! - last)) / (k + 1) ** s
  return -sum / (last * (1 - 2 ** (1 - s)))
}
