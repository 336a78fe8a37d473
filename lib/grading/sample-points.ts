import type { AstNode } from './ast-node'
import { type Complex, distance, isDefined, makeComplex, modulus } from './complex'
import { evaluateNode, hashToFraction, type VariableValues } from './evaluate-node'
import {
  makeDifferentFinding,
  type Finding,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

export const equalAfterRoundingReason = 'The two are equal after rounding one of them.'
const closeReason = 'The two differ so little that one could be rounded differently.'
/** A decimal that is more precise than this was printed by a program, not rounded by a person. */
export const maxFullPrecisionTolerance = 5e-10

/** A point without variables, for constants. */
export function makeEmptyVariableValues(logBase: VariableValues['logBase'] = 'e'): VariableValues {
  return { valueOf: () => makeComplex(NaN), logBase }
}

/** `near`: equal after rounding. `blurred`: too imprecise to tell. `half`: only one is defined. */
export type PointMatch = 'same' | 'near' | 'different' | 'blurred' | 'undefined' | 'half'

/** Compares two values at one point. */
export function compareValuesAtPoint(a: Complex, b: Complex): PointMatch {
  const [isA, isB] = [isDefined(a), isDefined(b)]
  if (!isA || !isB) return isA || isB ? 'half' : 'undefined'
  const gap = distance(a, b)
  const scale = Math.max(modulus(a), modulus(b))
  const tolerance = 32 * (a.error + b.error)
  if (a.isBlurred || b.isBlurred)
    return gap > 1e-9 * scale && gap > 16 * tolerance ? 'different' : 'blurred'
  if (gap <= tolerance) return tolerance <= 1e-7 * scale || scale <= tolerance ? 'same' : 'blurred'
  const slack = a.slack + b.slack
  if (gap <= slack + tolerance) return slack <= maxFullPrecisionTolerance * scale ? 'same' : 'near'
  return gap > 16 * tolerance ? 'different' : 'blurred'
}

/** How rounding can make two close values equal. */
export function explainRounding(a: Complex, b: Complex, gap = distance(a, b)): string {
  const tolerance = 32 * (a.error + b.error)
  return gap <= Math.max(a.slack, b.slack) * (1 + 1e-6) + tolerance
    ? equalAfterRoundingReason
    : closeReason
}

/** `wide`: of any size, for expressions that bend or jump far from 0, such as `|x - 50|`. */
type PointKind = 'positive' | 'mixed' | 'whole' | 'wide'

function makePoint(
  kind: PointKind,
  index: number,
  logBase: VariableValues['logBase'],
): VariableValues {
  const valueByName = new Map<string, Complex>()
  const valueOf = (symbol: string) => {
    let value = valueByName.get(symbol)
    if (!value) valueByName.set(symbol, (value = makeComplex(pickValue(kind, index, symbol))))
    return value
  }
  return { valueOf, logBase }
}

/** Picks a fixed value for each variable, so that verdicts are reproducible. */
function pickValue(kind: PointKind, index: number, symbol: string): number {
  const part = hashToFraction(`${symbol}/${kind}/${index}`)
  if (kind === 'whole') return 1 + Math.floor(part * 9)
  const value = kind === 'wide' ? 4 ** (index + 1 + part) : 0.35 + 2.3 * part
  if (kind === 'positive') return value
  return hashToFraction(`${index}/${symbol}`) < 0.5 || index === 0 ? -value : value
}

interface MatchCounts {
  same: number
  near: number
  different: number
  half: number
  nearReason: string
}

function countMatches(
  a: AstNode,
  b: AstNode,
  kind: PointKind,
  count: number,
  logBase: VariableValues['logBase'],
): MatchCounts {
  const counts: MatchCounts = {
    same: 0,
    near: 0,
    different: 0,
    half: 0,
    nearReason: equalAfterRoundingReason,
  }
  for (let i = 0; i < count; i++) {
    const point = makePoint(kind, i, logBase)
    const [valueA, valueB] = [evaluateNode(a, point), evaluateNode(b, point)]
    // Complex values can depend on the branch of a logarithm or root.
    if (kind === 'wide' && (valueA.im !== 0 || valueB.im !== 0)) continue
    const result = compareValuesAtPoint(valueA, valueB)
    if (result === 'near' && counts.nearReason === equalAfterRoundingReason)
      counts.nearReason = explainRounding(valueA, valueB)
    if (result === 'same' || result === 'near' || result === 'different' || result === 'half')
      counts[result] += 1
    if (counts.different > 0 && kind !== 'whole') break
  }
  return counts
}

/** Compares two formulas by their values at sample points. */
export function compareAtSamplePoints(
  a: AstNode,
  b: AstNode,
  logBase: VariableValues['logBase'],
): Finding {
  const positive = countMatches(a, b, 'positive', 5, logBase)
  if (positive.different > 0) {
    const wholeNumbers = countMatches(a, b, 'whole', 5, logBase)
    if (wholeNumbers.same >= 4 && wholeNumbers.different === 0)
      return makePolicyFinding('The two are equal for whole numbers only.')
    return makeDifferentFinding('The two expressions have different values.')
  }
  if (positive.near > 0) return makePolicyFinding(positive.nearReason)
  if (positive.same >= 3) {
    const mixedCounts = countMatches(a, b, 'mixed', 6, logBase)
    if (mixedCounts.different > 0)
      return makePolicyFinding('The two are equal for positive values, but not for all others.')
    if (positive.half + mixedCounts.half > 2)
      return makePolicyFinding(
        'The two are equal wherever both are defined, but one is defined at more points.',
      )
    if (countMatches(a, b, 'wide', 8, logBase).different > 0)
      return makePolicyFinding('The two are equal for small numbers, but not for all others.')
    return makeSameFinding('Both have the same value at every tested point.')
  }
  const wholeNumbers = countMatches(a, b, 'whole', 8, logBase)
  if (wholeNumbers.different > 0)
    return makeDifferentFinding('The two expressions have different values.')
  if (wholeNumbers.same >= 4)
    return makeSameFinding('Both have the same value at every tested whole number.')
  const mixedCounts = countMatches(a, b, 'mixed', 12, logBase)
  if (mixedCounts.different > 0)
    return makeDifferentFinding('The two expressions have different values.')
  if (mixedCounts.same >= 4)
    return makeSameFinding('Both have the same value at every tested point.')
  return makeUndecidedFinding(
    'Their values could not be computed precisely enough to compare them.',
  )
}
