import { collectSymbols, type AstNode } from './ast-node'
import { haveSameSingularities } from './compare-singularities'
import { isComparisonBudgetExhausted } from './comparison-budget'
import { distance, isDefined, modulus } from './complex'
import { evaluateAt, findConstantFactor, makeValues, type Values } from './find-constant-factor'
import {
  makeDifferentFinding,
  type Finding,
  makeUndecidedFinding,
  makePolicyFinding,
  makeSameFinding,
} from './verdict'

/** Number of lines to search. On each line one variable changes and the others are fixed. */
const lineCount = 6
/** Grid points on a line, denser around 0. Zeros are searched between neighbours. */
const gridPoints = Array.from({ length: 49 }, (_, i) => Math.sinh((i - 24.3) / 5.2))

/**
 * Compares the solutions of two equations `a = 0` and `b = 0`. They are equal if `a` is a multiple of `b`, or if
 * all zeros found of each are zeros of the other. If one has all zeros of the other and more, a person decides.
 */
export function compareEquationSolutions(a: AstNode, b: AstNode): Finding {
  const symbols = [...new Set([...collectSymbols(a), ...collectSymbols(b)])]
  if (symbols.length === 0) return makeUndecidedFinding('Neither equation has a variable.')
  if (findConstantFactor(a, b, symbols) !== null && haveSameSingularities(a, b))
    return makeSameFinding('Both are the same equation.')
  const counts = { shared: 0, onlyA: 0, onlyB: 0 }
  const count = symbols.length === 1 ? 1 : lineCount
  for (let i = 0; i < count && !isComparisonBudgetExhausted(); i++) {
    const name = symbols[i % symbols.length]!
    const values = makeValues(symbols, 100 + i)
    for (const zero of findZeros(a, values, name)) {
      const isShared = isZero(b, values, name, zero)
      if (isShared === true) counts.shared += 1
      if (isShared === false) counts.onlyA += 1
    }
    for (const zero of findZeros(b, values, name)) {
      const isShared = isZero(a, values, name, zero)
      if (isShared === true) counts.shared += 1
      if (isShared === false) counts.onlyB += 1
    }
  }
  const finding = compareZeros(counts, symbols.length)
  // Only real zeros were searched.
  return finding.outcome === 'same' && symbols.some((name) => /^[zw]/.test(name))
    ? makeUndecidedFinding('Both have the same real solutions. It is not known if others differ.')
    : finding
}

function compareZeros(
  { shared, onlyA, onlyB }: Record<'shared' | 'onlyA' | 'onlyB', number>,
  letters: number,
) {
  if (onlyA === 0 && onlyB === 0)
    return shared >= (letters === 1 ? 1 : 4)
      ? makeSameFinding('Both equations have the same solutions.')
      : makeUndecidedFinding('It is not known if the two equations have the same solutions.')
  const isPart = shared > 0 && (onlyA === 0 || onlyB === 0)
  return isPart
    ? makePolicyFinding('One equation has all solutions of the other and more.')
    : makeDifferentFinding('The two equations have different solutions.')
}

/** Whether `node` is defined and 0 at a zero of the other expression; null if rounding leaves it open. */
function isZero(node: AstNode, values: Values, name: string, zero: number): boolean | null {
  const valueAt = (x: number) => evaluateAt(node, new Map(values).set(name, x))
  const value = valueAt(zero)
  if (!isDefined(value)) return false
  // The slope bounds the effect of rounding the zero.
  const step = 1e-6 * (1 + Math.abs(zero))
  const [left, right] = [valueAt(zero - step), valueAt(zero + step)]
  const slope = Math.max(
    ...[left, right].map((side) => (isDefined(side) ? distance(side, value) / step : 0)),
  )
  const tolerance = 1e-8 * (1 + Math.abs(zero)) * (slope + 1)
  if (modulus(value) <= tolerance) return true
  return modulus(value) > 1e4 * tolerance ? false : null
}

/** Returns the zeros found along one variable, sorted. */
export function findZeros(node: AstNode, values: Values, name: string): number[] {
  const valueAt = (x: number): number => {
    const value = evaluateAt(node, new Map(values).set(name, x))
    const isReal = Math.abs(value.im) <= 1e-9 * (1 + Math.abs(value.re))
    return isDefined(value) && isReal ? value.re : NaN
  }
  const heights = gridPoints.map(valueAt)
  const zeros: number[] = []
  for (let i = 0; i < gridPoints.length; i++) {
    const [x0, x1] = [gridPoints[i]!, gridPoints[i + 1] ?? NaN]
    const [y0, y1] = [heights[i]!, heights[i + 1] ?? NaN]
    if (y0 * y1 < 0) addZero(zeros, refineZero(valueAt, x0, y0, x1, y1))
    // A double zero changes no sign, and next to undefined values no change can be seen.
    else if (isLow(heights, i)) addZero(zeros, searchBySecants(valueAt, x0, y0))
  }
  findHiddenZeros(valueAt, zeros)
  return zeros.sort((a, b) => a - b)
}

function addZero(zeros: number[], zero: number | null): boolean {
  const isKnown = zeros.some(
    (knownZero) => Math.abs(knownZero - zero!) < 1e-6 * (1 + Math.abs(knownZero)),
  )
  if (zero === null || isKnown) return false
  zeros.push(zero)
  return true
}

/** More zeros would not change the result. */
const maxZeros = 8

/** Divides by the known zeros to find others that are too close to them, or too far away, for the grid. */
function findHiddenZeros(valueAt: (x: number) => number, zeros: number[]): void {
  const isZeroHere = (x: number) => {
    const step = 1e-5 * (1 + Math.abs(x))
    const change = Math.abs(valueAt(x + step) - valueAt(x - step))
    return Math.abs(valueAt(x)) <= 1e-3 * change
  }
  for (
    let isMore = zeros.length > 0;
    isMore && zeros.length < maxZeros && !isComparisonBudgetExhausted();
  ) {
    const dividedValueAt = (x: number) =>
      zeros.reduce((value, zero) => value / (x - zero), valueAt(x))
    isMore = false
    for (const start of zeros.flatMap((zero) => [
      zero + 0.37,
      zero - 0.11 * (1 + Math.abs(zero)),
    ])) {
      const root = searchBySecants(dividedValueAt, start, dividedValueAt(start))
      if (root !== null && isZeroHere(root) && addZero(zeros, root)) isMore = true
      if (isMore) break
    }
  }
}

const isLow = (heights: readonly number[], i: number) => {
  const [leftHeight, height, rightHeight] = [
    heights[i - 1] ?? NaN,
    heights[i]!,
    heights[i + 1] ?? NaN,
  ].map(Math.abs) as [number, number, number]
  return !(leftHeight < height) && !(rightHeight < height)
}

/** Narrows an interval with a sign change down to a zero; null at a jump. */
function refineZero(
  valueAt: (x: number) => number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): number | null {
  const height = Math.max(Math.abs(y0), Math.abs(y1))
  for (let i = 0, keptEnd = 0; i < 90; i++) {
    const x = i % 4 === 3 ? (x0 + x1) / 2 : x0 - (y0 * (x1 - x0)) / (y1 - y0)
    const y = valueAt(x)
    if (Number.isNaN(y)) return null
    if (y === 0 || Math.abs(x1 - x0) <= 1e-14 * (1 + Math.abs(x)))
      return Math.abs(y) <= 1e-6 * (1 + height) ? x : null
    // The Illinois rule: halve the weight of an end that stays, so that both ends move.
    if (y < 0 === y0 < 0) {
      if (keptEnd === 1) y1 /= 2
      ;[x0, y0, keptEnd] = [x, y, 1]
    } else {
      if (keptEnd === -1) y0 /= 2
      ;[x1, y1, keptEnd] = [x, y, -1]
    }
  }
  return null
}

/** Farther from 0, doubles lose the constant terms. */
const maxDistance = 1e7

/** Finds a zero by the secant method; null if it doesn't converge. */
function searchBySecants(
  valueAt: (x: number) => number,
  start: number,
  height: number,
): number | null {
  let [x0, x1] = [start, start + 1e-3 * (1 + Math.abs(start))]
  let y0 = height
  for (let i = 0; i < 60; i++) {
    const y1 = valueAt(x1)
    if (!Number.isFinite(y0) || !Number.isFinite(y1) || Math.abs(x1) > maxDistance) return null
    const slope = (y1 - y0) / (x1 - x0)
    if (Math.abs(y1) <= 1e-13 * (1 + Math.abs(slope * x1))) return x1
    if (slope === 0 || !Number.isFinite(slope)) return null
    const next = x1 - y1 / slope
    if (next === x1) return Math.abs(y1) <= 1e-10 * (1 + Math.abs(slope)) ? x1 : null
    ;[x0, y0, x1] = [x1, y1, next]
  }
  return null
}
