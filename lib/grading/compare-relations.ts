import { type Complex, distance, isDefined, makeComplex, size } from './complex'
import { evaluate, hash } from './evaluate'
import { isFunctionValue, type Named, readNamed, writeName } from './read-equation'
import { compareRealSets, readRealSet } from './real-set'
import {
  collectSymbols,
  type Comparison,
  isExpression,
  makeSum,
  negateNode,
  type Node,
  type RelationNode,
} from './tree'
import { different, type Finding, joinFindings, open, policy, same } from './verdict'

type Compare = (a: Node, b: Node) => Finding

/** Two equations, or two inequalities. */
export function compareRelations(a: RelationNode, b: RelationNode, compare: Compare): Finding {
  const [namedA, namedB] = [readNamed(a), readNamed(b)]
  if (namedA && namedB) return compareNamed(namedA, namedB, compare)
  const sets = [readRealSet(a), readRealSet(b)]
  if (sets[0] && sets[1]) return compareRealSets(sets[0], sets[1])
  const isEquation = (relation: RelationNode) => relation.signs.every((sign) => sign === '=')
  if (isEquation(a) && isEquation(b)) return compareEquations(a, b, compare)
  if (isEquation(a) !== isEquation(b)) return different('One is an equation, the other is not.')
  return compareInequalities(a, b, compare)
}

function compareNamed(a: Named, b: Named, compare: Compare): Finding {
  const isSameName = writeName(a.name) === writeName(b.name)
  const finding = compare(a.value, b.value)
  if (isSameName || finding.is === 'open') return finding
  if (isFunctionValue(a.name) && isFunctionValue(b.name)) return finding
  const [values, names] = [
    isExpression(a.value) && isExpression(b.value),
    isExpression(a.name) && isExpression(b.name),
  ]
  const isImplicit = collectSymbols(a.value).size + collectSymbols(b.value).size > 0
  if (values && names && isImplicit) {
    const equations = compareZeros(
      makeSum(a.name, negateNode(a.value)),
      makeSum(b.name, negateNode(b.value)),
    )
    if (equations.is === 'same') return equations
    if (finding.is !== 'same') return equations
  }
  return finding.is === 'same'
    ? policy('The same value, of something that has another name.')
    : finding
}

/** `2x + y = 3` and `y = 3 - 2x`. */
function compareEquations(a: RelationNode, b: RelationNode, compare: Compare): Finding {
  if (a.sides.length !== 2 || b.sides.length !== 2) return compareSides(a, b, compare)
  if (![...a.sides, ...b.sides].every(isExpression)) return compareSides(a, b, compare)
  return compareZeros(subtractSides(a), subtractSides(b))
}

const subtractSides = ({ sides }: RelationNode) => makeSum(sides[0]!, negateNode(sides[1]!))

/** Chains, and sides that are no numbers: the same when each side is. */
function compareSides(a: RelationNode, b: RelationNode, compare: Compare): Finding {
  const other = a.signs.join('') === b.signs.join('') ? b : turnRound(b)
  if (a.signs.join('') !== other.signs.join(''))
    return open('The two relations were not understood well enough to compare them.')
  const findings = a.sides.map((side, i) => compare(side, other.sides[i]!))
  if (findings.every(({ is }) => is === 'same')) return same('Both are the same relation.')
  const isOrdered = a.signs.length > 1 && a.signs.every((sign) => sign !== '=')
  const isPermuted = a.sides.every((side) =>
    other.sides.some((part) => compare(side, part).is === 'same'),
  )
  if (isOrdered && isPermuted) return different('The two put the same values in different orders.')
  const finding = joinFindings(findings, '')
  return finding.is === 'different'
    ? open('The sides differ; whether the relations do was not found out.')
    : finding
}

const turned: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '>': '<',
  '≤': '≥',
  '≥': '≤',
  '=': '=',
  '≠': '≠',
  '≈': '≈',
  '∈': '∈',
}

const turnRound = ({ sides, signs }: RelationNode): RelationNode => ({
  kind: 'relation',
  sides: [...sides].reverse(),
  signs: [...signs].reverse().map((sign) => turned[sign]),
})

type Values = Map<string, number>

function makeValues(symbols: readonly string[], index: number): Values {
  return new Map(
    symbols.map((name) => [
      name,
      0.4 + 2.1 * hash(`${name}#${index}`) * (hash(`${index}!${name}`) < 0.3 ? -1 : 1),
    ]),
  )
}

function evaluateAt(node: Node, values: Values): Complex {
  return evaluate(node, {
    valueOf: (name) => makeComplex(values.get(name) ?? NaN),
    logBase: 'e',
  })
}

/**
 * Whether two expressions are 0 at the same places: they are where one is a multiple of the other, or where each is 0
 * at every zero that was found of the other; not where one is clearly not 0 at a zero of the other.
 */
function compareZeros(a: Node, b: Node): Finding {
  const symbols = [...new Set([...collectSymbols(a), ...collectSymbols(b)])]
  if (symbols.length === 0) return open('Neither equation has a letter in it.')
  if (isMultiple(a, b, symbols) !== null) return same('Both are the same equation.')
  const forward = checkZeros(a, b, symbols)
  const backward = checkZeros(b, a, symbols)
  if (forward === 'other' || backward === 'other')
    return different('The two equations have different solutions.')
  if (forward === 'same' && backward === 'same')
    return same('Both equations have the same solutions.')
  return open('Whether the two equations have the same solutions was not found out.')
}

/** The number that `a` is times `b`, at every point; null where there is none. */
function isMultiple(a: Node, b: Node, symbols: readonly string[]): number | null {
  let factor: Complex | null = null
  let agreed = 0
  for (let i = 0; i < 8; i++) {
    const values = makeValues(symbols, i)
    const [x, y] = [evaluateAt(a, values), evaluateAt(b, values)]
    if (!isDefined(x) || !isDefined(y) || size(y) < 1e-9) continue
    const ratio = makeComplex(
      (x.re * y.re + x.im * y.im) / size(y) ** 2,
      (x.im * y.re - x.re * y.im) / size(y) ** 2,
    )
    if (size(ratio) < 1e-12) return null
    if (factor && distance(ratio, factor) > 1e-9 * size(factor)) return null
    factor ??= ratio
    agreed += 1
  }
  return agreed >= 4 && factor && Math.abs(factor.im) <= 1e-9 * size(factor) ? factor.re : null
}

/** Whether `other` is 0 at zeros of `node`. `none` were found, or it could not be seen. */
function checkZeros(
  node: Node,
  other: Node,
  symbols: readonly string[],
): 'same' | 'other' | 'none' {
  let agreed = 0
  for (let i = 0; i < 8; i++) {
    const name = symbols[i % symbols.length]!
    const values = makeValues(symbols, 100 + i)
    const zero = findZero(node, values, name)
    if (zero === null) continue
    values.set(name, zero)
    const value = evaluateAt(other, values)
    if (!isDefined(value)) continue
    // How fast the other changes here says how far rounding of the zero can take it from 0.
    const shifted = evaluateAt(other, new Map(values).set(name, zero + 1e-6))
    const slope = isDefined(shifted) ? distance(shifted, value) / 1e-6 : 0
    const near = 1e-8 * (1 + Math.abs(zero)) * (slope + 1)
    if (size(value) <= near) agreed += 1
    else if (size(value) > 1e4 * near) return 'other'
  }
  return agreed >= 3 ? 'same' : 'none'
}

/** By secants, from a few places; null where none is found. */
function findZero(node: Node, values: Values, name: string): number | null {
  const valueAt = (x: number) => evaluateAt(node, new Map(values).set(name, x))
  for (const start of [0.7, -1.3, 2.9, -4.1]) {
    let [x0, x1] = [start, start + 0.37]
    let y0 = valueAt(x0)
    for (let i = 0; i < 60; i++) {
      const y1 = valueAt(x1)
      if (!isDefined(y0) || !isDefined(y1) || Math.abs(y1.im) > 1e-12 * (1 + Math.abs(y1.re))) break
      const slope = (y1.re - y0.re) / (x1 - x0)
      if (Math.abs(y1.re) <= 1e-13 * (1 + Math.abs(slope * x1))) return x1
      if (slope === 0 || !Number.isFinite(slope)) break
      const next = x1 - y1.re / slope
      if (next === x1) return Math.abs(y1.re) <= 1e-10 * (1 + Math.abs(slope)) ? x1 : null
      ;[x0, y0, x1] = [x1, y1, next]
    }
  }
  return null
}

/** `x + y < 5` and `y < 5 - x`: with all on one side, a positive multiple. */
function compareInequalities(a: RelationNode, b: RelationNode, compare: Compare): Finding {
  const isSimple = (relation: RelationNode) =>
    relation.sides.length === 2 && relation.sides.every(isExpression)
  if (!isSimple(a) || !isSimple(b)) return compareSides(a, b, compare)
  const [upA, upB] = [a, b].map((relation) =>
    /^[<≤]$/.test(relation.signs[0]!) ? relation : turnRound(relation),
  ) as [RelationNode, RelationNode]
  const symbols = [...collectSymbols(a), ...collectSymbols(b)]
  const factor = isMultiple(subtractSides(upA), subtractSides(upB), [...new Set(symbols)])
  if (factor === null) return open('Whether the two relations are the same was not found out.')
  const isSameSign = upA.signs[0] === upB.signs[0]
  if (factor > 0 && isSameSign) return same('Both are the same inequality.')
  if (upA.signs[0] === '≠' && isSameSign) return same('Both are the same inequality.')
  return different(
    isSameSign
      ? 'The two inequalities point in opposite directions.'
      : 'One inequality is strict, the other is not.',
  )
}
