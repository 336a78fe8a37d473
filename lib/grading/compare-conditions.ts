import {
  collectSymbols,
  type RelationSign,
  isExpression,
  makeSum,
  negateNode,
  type AstNode,
  type RelationNode,
} from './ast-node'
import { findZeros } from './compare-equation-solutions'
import { isDefined, makeComplex } from './complex'
import { evaluateNode } from './evaluate-node'
import { readRealSet } from './real-number-set'
import { type Finding, makeDifferentFinding, makeSameFinding } from './verdict'

/** A condition on one real variable. */
interface Condition {
  variable: string | null
  /** Numbers at which it can change between true and false. */
  boundaries: number[]
  /** Whether a number fulfils it; null if that can't be computed. */
  test: (value: number) => boolean | null
}

const maxBoundaries = 12
/** Poles are searched from -30 to 30. */
const poleGrid = Array.from({ length: 163 }, (_, i) => -30.05 + 0.37 * i)

/**
 * Compares two conditions on one variable by the numbers that fulfil them: `|x - 2| < 3` and `-1 < x < 5`, or
 * `x^2 \le 4` and `[-2, 2]`. Null if they aren't such conditions, or if they can't be compared by numbers.
 */
export function compareConditions(a: AstNode, b: AstNode): Finding | null {
  if (a.kind !== 'relation' && b.kind !== 'relation') return null
  const [x, y] = [readCondition(a), readCondition(b)]
  if (!x || !y || (x.variable !== null && y.variable !== null && x.variable !== y.variable))
    return null
  const boundaries = [...x.boundaries, ...y.boundaries].sort((p, q) => p - q)
  if (boundaries.length === 0 || boundaries.length > maxBoundaries) return null
  const results = listSamples(boundaries).map((value) => [x.test(value), y.test(value)] as const)
  if (results.some(([p, q]) => p === null || q === null)) return null
  if (results.some(([p, q]) => p !== q))
    return makeDifferentFinding('Some numbers fulfil only one of the two conditions.')
  return new Set(results.map(([p]) => p)).size === 2
    ? makeSameFinding('The same numbers fulfil both conditions.')
    : null
}

/** Lists the boundaries, and numbers between and beyond them. */
function listSamples(boundaries: readonly number[]): number[] {
  const distinctBoundaries = boundaries.filter(
    (value, i) => i === 0 || !isNear(value, boundaries[i - 1]!),
  )
  const valuesBeyond = [
    distinctBoundaries[0]! - 1,
    distinctBoundaries.at(-1)! + 1,
    distinctBoundaries[0]! - 137.3,
    distinctBoundaries.at(-1)! + 137.3,
  ]
  const valuesBetween = distinctBoundaries
    .slice(1)
    .flatMap((value, i) =>
      [0.5, 0.13].map((part) => distinctBoundaries[i]! + part * (value - distinctBoundaries[i]!)),
    )
  return [...distinctBoundaries, ...valuesBetween, ...valuesBeyond]
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-7 * (1 + Math.abs(a))

function readCondition(node: AstNode): Condition | null {
  const set = readRealSet(node)
  if (set) {
    if (set.alternative || set.isMalformed) return null
    const intervalEnds = set.intervals.flatMap(({ low, high }) => [low, high])
    const test = (value: number) =>
      set.intervals.some(
        ({ low, high }) => isWithin(value - low.value, low) && isWithin(high.value - value, high),
      )
    return {
      variable: set.variable,
      boundaries: intervalEnds.map(({ value }) => value).filter(Number.isFinite),
      test,
    }
  }
  return node.kind === 'relation' ? readInequality(node) : null
}

const isWithin = (
  distance: number,
  { value, isIncluded }: { value: number; isIncluded: boolean },
) =>
  Number.isFinite(value) && Math.abs(distance) <= 1e-7 * (1 + Math.abs(value))
    ? isIncluded
    : distance > 0

/** Reads an inequality, or a chain of them. */
function readInequality({ sides, signs }: RelationNode): Condition | null {
  const symbols = sides.map((side) => collectSymbols(side))
  const names = new Set(symbols.flatMap((set) => [...set]))
  if (
    names.size !== 1 ||
    !sides.every(isExpression) ||
    !signs.every((sign) => /^[<>≤≥≠]$/.test(sign))
  )
    return null
  const variable = [...names][0]!
  const gaps = signs.map((_, i) => makeSum(sides[i]!, negateNode(sides[i + 1]!)))
  const poles = gaps.flatMap((gap) => findPoles(gap, variable))
  const zeros = gaps.flatMap((gap) => findZeros(gap, new Map(), variable))
  const test = (value: number): boolean | null => {
    if (poles.some((pole) => isNear(pole, value))) return false
    const results = gaps.map((gap, i) => testSign(gap, signs[i]!, variable, zeros, value))
    return results.includes(null) ? null : results.every(Boolean)
  }
  return { variable, boundaries: [...zeros, ...poles], test }
}

const valueAt = (node: AstNode, variable: string, value: number) =>
  evaluateNode(node, {
    valueOf: (name) => makeComplex(name === variable ? value : NaN),
    logBase: 'e',
  })

/** Finds where a value changes its sign at a pole. */
function findPoles(node: AstNode, variable: string): number[] {
  const realValueAt = (value: number) => valueAt(node, variable, value).re
  return poleGrid.slice(1).flatMap((end, i) => {
    let [low, high] = [poleGrid[i]!, end]
    const [start, last] = [realValueAt(low), realValueAt(high)]
    if (!(start * last < 0)) return []
    for (let step = 0; step < 50; step++) {
      const middle = (low + high) / 2
      const value = realValueAt(middle)
      if (Number.isNaN(value)) return [middle]
      if (value < 0 === start < 0) low = middle
      else high = middle
    }
    return Math.abs(realValueAt(low)) > 1e6 ? [low] : []
  })
}

function testSign(
  gap: AstNode,
  sign: RelationSign,
  variable: string,
  zeros: readonly number[],
  value: number,
): boolean | null {
  const result = valueAt(gap, variable, value)
  if (!isDefined(result) || Math.abs(result.im) > 1e-9) return null
  const isZero = Math.abs(result.re) <= 1e-7 && zeros.some((zero) => isNear(zero, value))
  if (isZero) return sign === '≤' || sign === '≥'
  if (Math.abs(result.re) <= 1e-9) return null
  return sign === '≠' || result.re < 0 === (sign === '<' || sign === '≤')
}
