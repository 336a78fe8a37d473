import { type RelationSign, isExpression, type AstNode, hasNodeWith, makeInteger } from './ast-node'
import { compareValues, getInfinitySign } from './compare-values'
import { isDefined } from './complex'
import { evaluateNode } from './evaluate-node'
import { formatEquationName, isEquationName } from './read-equation'
import { makeEmptyVariableValues } from './sample-points'
import { type Finding, combineFindings, makeDifferentFinding, makePolicyFinding } from './verdict'

interface End {
  node: AstNode
  value: number
  isIncluded: boolean
}
interface Interval {
  low: End
  high: End
}

/** A set of real numbers, from an interval, a union, an inequality or a membership. */
export interface RealSet {
  /** Sorted and disjoint. */
  intervals: Interval[]
  /** The variable that is in the set; null for a set without one. */
  variable: string | null
  /**
   * What a comma or "and" between conditions may also mean: that any of them applies instead of all, or all instead of any.
   * Null if there is only one meaning.
   */
  alternative: Interval[] | null
  /** True if it isn't well formed: `[0, \infty]`, or "x < 0 and x > 1", which no number satisfies. */
  isMalformed: boolean
}

const infinity: AstNode = { kind: 'constant', name: 'infinity' }
const minusInfinity: AstNode = { kind: 'product', factors: [makeInteger(-1), infinity] }
const lowest: End = { node: minusInfinity, value: -Infinity, isIncluded: false }
const highest: End = { node: infinity, value: Infinity, isIncluded: false }
const wholeLine: Interval = { low: lowest, high: highest }

/** Reads a node as a set of real numbers; null if it isn't one. */
export function readRealSet(node: AstNode): RealSet | null {
  if (node.kind === 'relation') return readRelation(node.sides, node.signs)
  if (node.kind === 'group' && node.open === '' && node.items.length > 1)
    return readConditions(node.items, node)
  const isBuilder = node.kind === 'group' && node.open === '{' && node.items[0]?.kind === 'relation'
  if (isBuilder && node.items.length === 1) {
    const condition = readRealSet(node.items[0]!)
    return condition
  }
  const intervals = readIntervals(node)
  return (
    intervals && {
      intervals: merge(intervals),
      variable: null,
      alternative: null,
      isMalformed: hasNodeWith(node, isClosedAtInfinity),
    }
  )
}

/** `[0, \infty]` */
function isClosedAtInfinity(node: AstNode): boolean {
  if (node.kind !== 'group' || node.items.length !== 2) return false
  const [low, high] = node.items.map(getInfinitySign)
  return (node.open === '[' && low !== 0) || (node.close === ']' && high !== 0)
}

function readIntervals(node: AstNode): Interval[] | null {
  if (node.kind === 'symbol') return /^\\mathbb ?R$/.test(node.name) ? [wholeLine] : null
  if (node.kind === 'union') {
    const parts = node.parts.map(readIntervals)
    return parts.every((part) => part !== null) ? parts.flat() : null
  }
  if (node.kind === 'without') return readDifference(node.base, node.removed)
  if (node.kind !== 'group') return null
  if (node.open === '{') {
    const points = node.items.map((item) => readEnd(item, true))
    return points.every((point) => point !== null)
      ? points.map((point) => ({ low: point, high: point }))
      : null
  }
  if (node.items.length !== 2 || !/^[([\]]$/.test(node.open)) return null
  const low = readEnd(node.items[0]!, node.open === '[')
  const high = readEnd(node.items[1]!, node.close === ']')
  return low && high && low.value < high.value ? [{ low, high }] : null
}

function readDifference(base: AstNode, removedSet: AstNode): Interval[] | null {
  const baseIntervals = readIntervals(base)
  const removedIntervals = readIntervals(removedSet)
  if (!baseIntervals || !removedIntervals?.every(({ low, high }) => low.value === high.value))
    return null
  return removedIntervals.reduce(
    (intervals, { low: point }) => intervals.flatMap((interval) => cutAt(interval, point)),
    merge(baseIntervals),
  )
}

function cutAt(interval: Interval, point: End): Interval[] {
  const open = { ...point, isIncluded: false }
  const { low, high } = interval
  if (point.value < low.value || point.value > high.value) return [interval]
  const parts = [
    { low, high: open },
    { low: open, high },
  ]
  return parts.filter((part) => part.low.value < part.high.value)
}

function readEnd(node: AstNode, isIncluded: boolean): End | null {
  if (!isExpression(node)) return null
  const sign = getInfinitySign(node)
  if (sign !== 0) return sign < 0 ? lowest : highest
  const value = evaluateNode(node, makeEmptyVariableValues())
  const isReal =
    isDefined(value) && Math.abs(value.im) <= 1e-12 * Math.abs(value.re) + 8 * value.error
  return isReal ? { node, value: value.re, isIncluded } : null
}

/** Reads `2 < x \le 5`, `x \ne 3`, `x \in (2, 5]`. */
function readRelation(sides: readonly AstNode[], signs: readonly RelationSign[]): RealSet | null {
  if (signs.length === 1 && signs[0] === '∈') {
    if (!isEquationName(sides[0]!)) return null
    const set = readRealSet(sides[1]!)
    return set && { ...set, variable: formatEquationName(sides[0]!) }
  }
  const isVariable = (side: AstNode) =>
    isEquationName(side) && side.kind !== 'group' && !(side.kind === 'call' && side.name === 'abs')
  const names = sides.filter(isVariable)
  const index = sides.findIndex(isVariable)
  if (names.length !== 1 || sides.length > 3 || (sides.length === 3 && index !== 1)) return null
  let low = lowest
  let high = highest
  for (const [i, sign] of signs.entries()) {
    const bound = readEnd(sides[i === index ? i + 1 : i]!, sign === '≤' || sign === '≥')
    if (!bound) return null
    if (sign === '≠') {
      return sides.length === 2 ? makeRelationSet(cutAt(wholeLine, bound), names[0]!) : null
    }
    const isUpper = (sign === '<' || sign === '≤') === (i === index)
    if (!/^[<>≤≥]$/.test(sign)) return null
    if (isUpper) high = bound
    else low = bound
  }
  return low.value < high.value ? makeRelationSet([{ low, high }], names[0]!) : null
}

const makeRelationSet = (intervals: Interval[], name: AstNode): RealSet => ({
  intervals,
  variable: formatEquationName(name),
  alternative: null,
  isMalformed: false,
})

/** Reads `x < 2 or x > 3` and `x > 2, x < 5`. Without "or", all conditions apply if they can all be true. */
function readConditions(
  items: readonly AstNode[],
  { isLoose, isJoint }: { isLoose: boolean; isJoint: boolean },
): RealSet | null {
  if (isLoose && isJoint) return null
  const sets = items.map((item) =>
    item.kind === 'relation' ? readRelation(item.sides, item.signs) : null,
  )
  const [first] = sets
  if (!first || !sets.every((set) => set !== null && set.variable === first.variable)) return null
  const parts = sets.map((set) => set!.intervals)
  const sharedIntervals = isLoose ? [] : parts.reduce(intersect)
  const union = merge(parts.flat())
  return {
    ...first,
    intervals: sharedIntervals.length > 0 ? sharedIntervals : union,
    alternative: isLoose ? null : sharedIntervals.length === 0 ? [] : isJoint ? null : union,
    isMalformed: isJoint && sharedIntervals.length === 0,
  }
}

function intersect(a: Interval[], b: Interval[]): Interval[] {
  const intersection = a.flatMap((x) =>
    b.map((y) => ({
      low: isStricter(x.low, y.low, 1) ? x.low : y.low,
      high: isStricter(x.high, y.high, -1) ? x.high : y.high,
    })),
  )
  return intersection.filter(({ low, high }) => low.value < high.value)
}

const isStricter = (a: End, b: End, direction: 1 | -1) =>
  a.value === b.value ? !a.isIncluded : direction * (a.value - b.value) > 0

function merge(intervals: Interval[]): Interval[] {
  const sorted = [...intervals].sort(
    ({ low: a }, { low: b }) => a.value - b.value || Number(b.isIncluded) - Number(a.isIncluded),
  )
  const merged: Interval[] = []
  for (const next of sorted) {
    const last = merged.at(-1)
    const touches =
      last &&
      (next.low.value < last.high.value ||
        (next.low.value === last.high.value && (next.low.isIncluded || last.high.isIncluded)))
    if (!touches) merged.push(next)
    else if (
      next.high.value > last.high.value ||
      (next.high.value === last.high.value && next.high.isIncluded)
    )
      merged[merged.length - 1] = { low: last.low, high: next.high }
  }
  return merged
}

export function compareRealSets(a: RealSet, b: RealSet): Finding {
  const finding = compareIntervals(a.intervals, b.intervals)
  if (finding.outcome === 'different' && (a.alternative || b.alternative)) {
    const alternativeFinding = compareIntervals(
      a.alternative ?? a.intervals,
      b.alternative ?? b.intervals,
    )
    if (alternativeFinding.outcome === 'same')
      return makePolicyFinding('The same conditions, but "and" or "or" between them is unclear.')
  }
  if (finding.outcome !== 'same') return finding
  if (a.isMalformed !== b.isMalformed)
    return makePolicyFinding(
      'The same set of numbers, if one that is not well formed is read as intended.',
    )
  if (a.variable !== null && b.variable !== null && a.variable !== b.variable)
    return makePolicyFinding('The same set of numbers for a different variable.')
  return finding
}

function compareIntervals(a: readonly Interval[], b: readonly Interval[]): Finding {
  const reason = 'The two are different sets of numbers.'
  if (a.length !== b.length) return makeDifferentFinding(reason)
  const findings = a.flatMap((interval, i) => {
    const intervalOfB = b[i]!
    return [
      compareEnds(interval.low, intervalOfB.low),
      compareEnds(interval.high, intervalOfB.high),
    ]
  })
  const finding = combineFindings(findings, 'Both are the same set of numbers.')
  return finding.outcome === 'different' && finding.reason.includes('infinite')
    ? makeDifferentFinding(reason)
    : finding
}

function compareEnds(a: End, b: End): Finding {
  if (a.isIncluded !== b.isIncluded)
    return makeDifferentFinding('One includes an end of the interval, the other does not.')
  return compareValues(a.node, b.node)
}
