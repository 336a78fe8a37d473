import type { AstNode } from './ast-node'
import { type Complex, distance, isDefined, makeComplex, modulus } from './complex'
import { evaluateNode, hashToFraction } from './evaluate-node'

export type Values = Map<string, number>

/** Returns fixed values for the variables, different for each index. */
export function makeValues(symbols: readonly string[], index: number): Values {
  return new Map(
    symbols.map((name) => [
      name,
      0.4 +
        2.1 *
          hashToFraction(`${name}#${index}`) *
          (hashToFraction(`${index}!${name}`) < 0.3 ? -1 : 1),
    ]),
  )
}

export function evaluateAt(node: AstNode, values: Values): Complex {
  return evaluateNode(node, {
    valueOf: (name) => makeComplex(values.get(name) ?? NaN),
    logBase: 'e',
  })
}

/** Returns the factor by which `a` is a multiple of `b` at all sample points; null if there is none. */
export function findConstantFactor(
  a: AstNode,
  b: AstNode,
  symbols: readonly string[],
): number | null {
  let factor: Complex | null = null
  let factorError = 0
  let agreedCount = 0
  for (let i = 0; i < 8; i++) {
    const values = makeValues(symbols, i)
    const [x, y] = [evaluateAt(a, values), evaluateAt(b, values)]
    if (!isDefined(x) || !isDefined(y) || modulus(y) < 1e-9) continue
    // Next to a far larger number, variables are lost, and everything looks constant.
    if (x.isBlurred || y.isBlurred) continue
    const ratio = makeComplex(
      (x.re * y.re + x.im * y.im) / modulus(y) ** 2,
      (x.im * y.re - x.re * y.im) / modulus(y) ** 2,
    )
    if (modulus(ratio) < 1e-12) return null
    const error = findRelativeError(x) + findRelativeError(y)
    const tolerance = Math.min(1e-9, error + factorError)
    if (factor && distance(ratio, factor) > tolerance * modulus(factor)) return null
    if (!factor) [factor, factorError] = [ratio, error]
    agreedCount += 1
  }
  return agreedCount >= 4 && factor && Math.abs(factor.im) <= 1e-9 * modulus(factor)
    ? factor.re
    : null
}

const findRelativeError = (value: Complex) => (32 * value.error + value.slack) / modulus(value)
