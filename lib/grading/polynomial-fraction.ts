import { collectSymbols, type AstNode } from './ast-node'
import { spendComparisonSteps } from './comparison-budget'
import { isDefined } from './complex'
import { computeExactValue } from './compute-exact-value'
import { evaluateNode } from './evaluate-node'
import {
  addPolynomials,
  derivePolynomial,
  findRealRoots,
  isTooLarge,
  multiplyPolynomials,
  type Polynomial,
} from './integer-polynomial'
import { type RealNumber, toNumber } from './rational'
import { makeEmptyVariableValues } from './sample-points'

/** A quotient of polynomials. Common factors are kept, because the quotient is undefined where they are 0. */
type Fraction = [numerator: Polynomial, denominator: Polynomial]

const maxExponent = 16

/**
 * Returns all zeros of the numerator and the denominator of an expression in one variable. Null if it isn't made of sums,
 * products, quotients and powers, or is too large. With `isApproximate`, other constants are rounded to a double, and the
 * result also has turning points.
 */
export function findFractionRoots(node: AstNode, isApproximate: boolean): RealNumber[] | null {
  const fraction = readFraction(node, isApproximate)
  if (!fraction) return null
  // Rounding can remove a double zero, but not the turning point there, and can add a term to a sum that has none.
  const polynomials = isApproximate ? fraction.flatMap((p) => [p, derivePolynomial(p)]) : fraction
  if (isApproximate && !fraction.every(hasCertainDegree)) return null
  const roots = polynomials.map(findRealRoots)
  if (!roots.every((list) => list !== null)) return null
  return isApproximate ? roots.flat().map(({ value }) => ({ value, exact: null })) : roots.flat()
}

function hasCertainDegree(p: Polynomial): boolean {
  const lead = p.at(-1) ?? 0n
  return p.every(
    (value) => Math.abs(toNumber({ numerator: value, denominator: lead || 1n })) < 1e13,
  )
}

function readFraction(node: AstNode, isApproximate: boolean): Fraction | null {
  if (!spendComparisonSteps(1)) return null
  const fraction = readParts(node, isApproximate)
  return fraction?.some(isTooLarge) ? null : fraction
}

function readParts(node: AstNode, isApproximate: boolean): Fraction | null {
  if (collectSymbols(node).size === 0) return readConstant(node, isApproximate)
  const read = (part: AstNode) => readFraction(part, isApproximate)
  switch (node.kind) {
    case 'symbol':
      return [[0n, 1n], [1n]]
    case 'sum':
      return joinFractions(node.terms, read, ([a, b], [c, d]) => [
        addPolynomials(multiplyPolynomials(a, d), multiplyPolynomials(c, b)),
        multiplyPolynomials(b, d),
      ])
    case 'product':
      return joinFractions(node.factors, read, multiplyFractions)
    case 'quotient':
      return joinFractions([node.numerator, node.denominator], read, (a, b) =>
        multiplyFractions(a, invertFraction(b)),
      )
    case 'power': {
      const exponent = computeExactValue(node.exponent)
      const base = exponent?.denominator === 1n ? read(node.base) : null
      const count = Math.abs(Number(exponent?.numerator))
      if (!base || count === 0 || count > maxExponent) return null
      const factor = exponent!.numerator < 0n ? invertFraction(base) : base
      return joinFractions(
        Array.from({ length: count }, () => factor),
        (part) => part,
        multiplyFractions,
      )
    }
    default:
      return null
  }
}

/** Reads a number or another constant. A double is an exact fraction. */
function readConstant(node: AstNode, isApproximate: boolean): Fraction | null {
  const exact = computeExactValue(node)
  if (exact) return [exact.numerator === 0n ? [] : [exact.numerator], [exact.denominator]]
  const value = isApproximate ? evaluateNode(node, makeEmptyVariableValues()) : null
  if (!value || !isDefined(value) || value.im !== 0 || Math.abs(value.re) <= 1e3 * value.error)
    return null
  let [numerator, denominator] = [value.re, 1n]
  for (; !Number.isInteger(numerator); numerator *= 2) denominator *= 2n
  return [[BigInt(numerator)], [denominator]]
}

function joinFractions<Part>(
  parts: readonly Part[],
  read: (part: Part) => Fraction | null,
  join: (a: Fraction, b: Fraction) => Fraction,
): Fraction | null {
  let total: Fraction | null = null
  for (const part of parts) {
    const fraction = read(part)
    if (!fraction || total?.some(isTooLarge)) return null
    total = total ? join(total, fraction) : fraction
  }
  return total
}

const multiplyFractions = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [
  multiplyPolynomials(a, c),
  multiplyPolynomials(b, d),
]
const invertFraction = ([numerator, denominator]: Fraction): Fraction => [denominator, numerator]
