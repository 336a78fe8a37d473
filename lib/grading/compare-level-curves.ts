import { collectSymbols, type AstNode } from './ast-node'
import { isDefined, makeComplex } from './complex'
import { evaluateNode, hashToFraction } from './evaluate-node'
import { type Finding, makeSameFinding, makeUndecidedFinding } from './verdict'

const constantName = /^[CKck](?:_\{?\w+\}?)?$/
const pointCount = 8

/**
 * Compares two equations `a = 0` and `b = 0` that each have a constant of integration, such as `y^2 = 2x^2 + C` and
 * `\frac{y^2}{2} - x^2 = C`, by the curves that they describe for all constants. Null for other equations.
 */
export function compareLevelCurves(a: AstNode, b: AstNode): Finding | null {
  const symbols = [...new Set([...collectSymbols(a), ...collectSymbols(b)])]
  const [constantA, constantB] = [findConstant(a), findConstant(b)]
  const variables = symbols.filter((name) => name !== constantA && name !== constantB)
  if (!constantA || !constantB || !/[CK]/.test(constantA + constantB)) return null
  if (variables.length < 2 || !variables.every((name) => /^(?:[d-z]|\\[a-z]+)(?:_|$)/.test(name)))
    return null
  const levels = Array.from({ length: pointCount }, (_, i) => {
    const point = new Map(
      variables.map((name) => [name, 0.4 + 1.9 * hashToFraction(`${name}~${i}`)]),
    )
    return [findLevel(a, constantA, point), findLevel(b, constantB, point)] as const
  }).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
  const [[x0, y0], [x1, y1]] = [levels[0] ?? [0, 0], levels[1] ?? [0, 0]]
  const slope = (y1 - y0) / (x1 - x0)
  const isSame =
    levels.length >= 5 &&
    Math.abs(slope) > 1e-9 &&
    levels.every(([x, y]) => Math.abs(y0 + slope * (x - x0) - y) <= 1e-8 * (1 + Math.abs(y)))
  return isSame
    ? makeSameFinding('Both describe the same curves for all constants.')
    : makeUndecidedFinding('It is not known if the two describe the same curves for all constants.')
}

/** Finds the only constant of integration of an equation. */
function findConstant(node: AstNode): string | null {
  const names = [...collectSymbols(node)].filter((name) => constantName.test(name))
  return names.length === 1 ? names[0]! : null
}

/** Solves an equation for its constant at a point; NaN if it isn't linear in it. */
function findLevel(node: AstNode, constant: string, point: ReadonlyMap<string, number>): number {
  const valueAt = (level: number) => {
    const valueOf = (name: string) =>
      makeComplex(name === constant ? level : (point.get(name) ?? NaN))
    const value = evaluateNode(node, { valueOf, logBase: 'e' })
    return isDefined(value) && Math.abs(value.im) < 1e-9 ? value.re : NaN
  }
  const [start, slope] = [valueAt(0), valueAt(1) - valueAt(0)]
  const isLinear = Math.abs(valueAt(-2.5) - start + 2.5 * slope) <= 1e-9 * (1 + Math.abs(start))
  return isLinear ? -start / slope : NaN
}
