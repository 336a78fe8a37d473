import { isComparisonBudgetExhausted, spendComparisonSteps } from './comparison-budget'
import {
  fromInteger,
  findGreatestCommonDivisor,
  makeRational,
  type Rational,
  type RealNumber,
  toNumber,
} from './rational'

/** A polynomial with integer coefficients: the constant term first, the last one not 0. Empty for the polynomial 0. */
export type Polynomial = readonly bigint[]

const maxDegree = 16
const maxBits = 600

export const isTooLarge = (p: Polynomial): boolean =>
  p.length > maxDegree + 1 || p.some((value) => BigInt.asIntN(maxBits, value) !== value)

function trim(values: bigint[]): Polynomial {
  while (values.length > 0 && values.at(-1) === 0n) values.pop()
  return values
}

export const addPolynomials = (a: Polynomial, b: Polynomial): Polynomial =>
  trim(Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0n) + (b[i] ?? 0n)))

export function multiplyPolynomials(a: Polynomial, b: Polynomial): Polynomial {
  const product = Array.from({ length: Math.max(0, a.length + b.length - 1) }, () => 0n)
  a.forEach((x, i) => b.forEach((y, j) => (product[i + j]! += x * y)))
  return trim(product)
}

export const derivePolynomial = (p: Polynomial): Polynomial =>
  p.slice(1).map((value, i) => value * BigInt(i + 1))

/** Returns all real roots, each once. Null if they can't be computed. */
export function findRealRoots(p: Polynomial): RealNumber[] | null {
  if (p.length < 2) return []
  if (p[0] === 0n) {
    const otherRoots = findRealRoots(p.slice(p.findIndex((value) => value !== 0n)))
    return otherRoots && [{ value: 0, exact: fromInteger(0) }, ...otherRoots]
  }
  const derivatives = [divideExactly(p, findCommonPolynomial(p, derivePolynomial(p)))]
  while (derivatives[0]!.length > 2) derivatives.unshift(derivePolynomial(derivatives[0]!))
  const bound = findRootBound(derivatives.at(-1)!)
  if (bound > 1e100) return null
  let points: number[] = []
  let roots: number[] = []
  // Between the roots of all its derivatives, a polynomial rises or falls.
  for (const derivative of derivatives) {
    const ends = [-bound, ...points.sort((a, b) => a - b), bound]
    roots = ends.slice(1).flatMap((end, i) => findRootBetween(derivative, ends[i]!, end))
    points = [...points, ...roots]
  }
  const reduced = derivatives.at(-1)!
  return isComparisonBudgetExhausted()
    ? null
    : roots.map((value) => ({ value, exact: findExactRoot(reduced, value) }))
}

/** Returns the exact value of a root that is a double, or the root of a linear polynomial. Null for others. */
function findExactRoot(p: Polynomial, root: number): Rational | null {
  if (p.length === 2) return makeRational(-p[0]!, p[1])
  if (computeSign(p, root) !== 0) return null
  const [numerator, scale] = readDouble(root)
  return makeRational(numerator, 1n << scale)
}

/** No root has a larger absolute value. */
function findRootBound(p: Polynomial): number {
  const largest = p.map((value) => (value < 0n ? -value : value)).reduce((a, b) => (a > b ? a : b))
  const last = p.at(-1)!
  // Twice the limit of Cauchy, which rounding can otherwise reach.
  return 2 + 2 * toNumber({ numerator: largest, denominator: last < 0n ? -last : last })
}

function findRootBetween(p: Polynomial, low: number, high: number): number[] {
  const signs = [computeSign(p, low), computeSign(p, high)]
  if (signs[1] === 0) return [high]
  if (signs[0]! * signs[1]! >= 0) return []
  for (;;) {
    const middle = low + (high - low) / 2
    if (middle <= low || middle >= high || !spendComparisonSteps(p.length)) return [middle]
    const sign = computeSign(p, middle)
    if (sign === 0) return [middle]
    if (sign === signs[0]) low = middle
    else high = middle
  }
}

/** Computes the exact sign at a double. */
function computeSign(p: Polynomial, x: number): number {
  const [numerator, scale] = readDouble(x)
  let sum = 0n
  for (let i = p.length - 1, shift = 0n; i >= 0; i--, shift += scale)
    sum = sum * numerator + (p[i]! << shift)
  return sum === 0n ? 0 : sum < 0n ? -1 : 1
}

/** Returns `numerator` and `scale` of `numerator / 2^scale`. */
function readDouble(x: number): [numerator: bigint, scale: bigint] {
  let scale = 0n
  for (; !Number.isInteger(x); x *= 2) scale += 1n
  return [BigInt(x), scale]
}

/** Divides by the common divisor of the coefficients. */
function makePrimitive(p: Polynomial): Polynomial {
  const divisor = p
    .map((value) => (value < 0n ? -value : value))
    .reduce((a, b) => {
      spendComparisonSteps(1 + Math.ceil(b.toString(16).length / 4))
      return findGreatestCommonDivisor(a, b)
    }, 0n)
  return p.map((value) => value / divisor)
}

function findCommonPolynomial(a: Polynomial, b: Polynomial): Polynomial {
  while (b.length > 0 && !isComparisonBudgetExhausted())
    [a, b] = [b, makePrimitive(divide(a, b).remainder)]
  return makePrimitive(a)
}

const divideExactly = (a: Polynomial, b: Polynomial): Polynomial =>
  makePrimitive(divide(a, b).quotient)

/** Divides a multiple of `a` by `b`, so that the coefficients of the results are integers. */
function divide(a: Polynomial, b: Polynomial): { quotient: Polynomial; remainder: Polynomial } {
  const lead = b.at(-1)!
  let [quotient, remainder]: [Polynomial, Polynomial] = [[], a]
  while (remainder.length >= b.length) {
    const power: bigint[] = Array.from({ length: remainder.length - b.length }, () => 0n)
    const term = [...power, remainder.at(-1)!]
    const negativeTerm = [...power, -remainder.at(-1)!]
    quotient = addPolynomials(multiplyPolynomials(quotient, [lead]), term)
    remainder = addPolynomials(
      multiplyPolynomials(remainder, [lead]),
      multiplyPolynomials(b, negativeTerm),
    )
  }
  return { quotient, remainder }
}
